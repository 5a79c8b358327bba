// The action bar: what is decided, up to nine choices with their keys, and what else can be done.
import { el, fill } from "./dom.js";

export const NUMBERED = 9;

export class Bar {
  /** do: {choose(choice), undo(), advice(), rule(), charts(), go(text), mark(choice)} */
  constructor(game, does) {
    this.game = game;
    this.does = does;
    this.element = el("section", { class: "bar", "aria-label": "Decision" });
    this.armed = null;
  }

  /** What Enter does: a roll that is ready, the choice at the cursor, else the only one, else a roll, else the first that needs no thing, else the first. */
  marked() {
    const { table, bare, byThing } = this.game;
    const armed = this.armed && table.choices.find((choice) => choice.do.join() === this.armed);
    if (armed) return armed;
    const at = this.cursor && (byThing.get(this.cursor) ?? table.choices.find((choice) => choice.at === this.cursor));
    if (at) return at;
    if (table.choices.length === 1) return table.choices[0];
    return bare.find((choice) => choice.roll?.at_once) ?? bare[0] ?? table.choices[0] ?? null;
  }

  show(cursor) {
    this.cursor = cursor;
    const { game } = this, { table } = game;
    const marked = this.marked();
    if (this.armed && !table.choices.some((choice) => choice.do.join() === this.armed)) this.armed = null;
    const shown = table.choices.length <= NUMBERED ? table.choices : [...game.bare, ...(marked?.thing ? [marked] : [])];
    const tool = (key, name, what, run, disabled = false) => el("button", { type: "button", class: "tool", onclick: run, disabled: disabled || null },
      el("b", {}, el("kbd", {}, key), ` ${name}`), el("span", {}, what));
    fill(this.element, el("div", { class: "question" }, el("p", { class: "ask" }, this.question()),
      el("p", {}, table.decision.rule && table.mine ? this.does.link(table.decision.rule) : "", " ", this.under())),
    el("div", { class: `offers ${shown.length > 3 ? "many" : ""}` }, shown.map((choice) => this.offer(choice, marked)),
      table.mine && table.choices.length > NUMBERED ? this.field() : null,
      table.unended.map((end) => el("p", { class: "not-yet" }, `${end.text}: not yet. ${end.why} `, this.does.link(end.rule)))),
    el("div", { class: "tools" },
      tool("U", "Undo", table.undo.may ? table.undo.text : "–", this.does.undo),
      tool("H", "Advice", "what the computer thinks", this.does.advice, !table.mine),
      tool("?", "Rule", "of this decision", this.does.rule),
      tool("C", "Charts", "and tables", this.does.charts)));
  }

  question() {
    const { game } = this, { table } = game;
    if (table.back) return `${table.back} decisions ago`;
    if (table.over) return "The game is over";
    if (!table.mine) return table.decision.placing ? `${game.sideName(table.decision.placing)} is placing units` : `${game.sideName(table.deciding)} decides`;
    const mover = game.units.get(table.decision.mover);
    if (mover) return `${mover.name}: where to?`;
    return table.decision.title || "Your decision";
  }

  under() {
    const { table } = this.game;
    if (table.back) return "] steps on, to now";
    if (table.over) return table.over;
    if (!table.mine) return table.computing ? "the computer is thinking …" : "";
    const count = table.choices.length;
    return count > NUMBERED ? `${count} choices: click one that is lit, or J, arrows, G` : "";
  }

  offer(choice, marked) {
    const rolls = choice.roll?.at_once, armed = this.armed === choice.do.join();
    const unit = choice.takes === "unit" && this.game.units.get(choice.thing);
    const number = this.game.table.choices.length <= NUMBERED ? el("kbd", {}, choice.n) : null;
    const odds = choice.roll ? `${choice.roll.column}${choice.roll.share == null ? "" : ` · ${Math.round(choice.roll.share)} %`}` : "";
    const about = armed ? "again: it can’t be undone" : [choice.note, odds, rolls ? "can’t be undone" : ""].filter(Boolean).join(" · ");
    return el("button", {
      type: "button", class: `offer ${rolls ? "rolls" : ""} ${choice === marked ? "marked" : ""} ${armed ? "armed" : ""}`, "data-do": choice.do.join(" "),
      onclick: () => this.does.choose(choice), onpointerenter: () => this.does.look(choice), onfocus: () => this.does.look(choice),
    }, number, unit?.face ? el("img", { src: `pictures/play/${unit.face}`, alt: "" }) : null,
    el("span", {}, el("b", {}, choice.text), el("small", {}, about)), choice === marked ? el("kbd", {}, "Enter") : null);
  }

  /** A field in which a hex, an area or a unit is typed. */
  field() {
    const { game } = this;
    const input = el("input", { type: "text", list: "go-names", "aria-label": "Go to a place or unit by name or number", placeholder: "name or number", autocomplete: "off" });
    const names = el("datalist", { id: "go-names" }, game.table.choices.filter(({ thing }) => thing).slice(0, 400).map((choice) => el("option", {
      value: choice.takes === "space" ? game.placeName(choice.thing) : game.units.get(choice.thing)?.name ?? choice.text,
    })));
    return el("form", { class: "go", onsubmit: (event) => { event.preventDefault(); this.does.go(input.value); } }, el("label", {}, el("kbd", {}, "G"), " ", input), names);
  }
}
