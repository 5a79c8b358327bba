// Places and choices as a list: whoever has no map plays from here. Always in the document.
import { el, fill } from "./dom.js";

export class List {
  constructor(game, choose) {
    this.game = game;
    this.choose = choose;
    this.body = el("div", { class: "list-body" });
    this.element = el("section", { class: "list", "aria-label": "Places and choices" }, el("h2", {}, "Places and choices"), this.body);
  }

  show() {
    const { game } = this, { table } = game;
    const at = new Map();
    const entry = (place) => at.get(place) ?? at.set(place, { units: [], choices: [] }).get(place);
    for (const unit of table.units) entry(unit.at).units.push(unit);
    const general = [];
    for (const choice of table.choices) {
      const place = choice.takes === "space" ? choice.thing : choice.at;
      if (place) entry(place).choices.push(choice);
      else general.push(choice);
    }
    const button = (choice) => el("li", {}, el("button", {
      type: "button", "data-do": choice.do.join(" "), onclick: () => this.choose(choice),
    }, el("b", {}, choice.text), choice.note ? ` · ${choice.note}` : "", choice.roll ? ` · ${choice.roll.column}${choice.roll.share == null ? "" : `, ${Math.round(choice.roll.share)} %`}` : ""));
    const chosen = table.decision.chosen.map(({ kind, id }) => (kind === "unit" ? game.units.get(id)?.name ?? id : game.placeName(id)));
    const rows = [...at].sort(([, one], [, other]) => Boolean(other.choices.length) - Boolean(one.choices.length));
    fill(this.body,
      chosen.length ? el("p", {}, "Chosen: ", chosen.join(", ")) : null,
      general.length ? el("ul", { class: "general" }, general.map(button)) : null,
      el("ul", { class: "places" }, rows.map(([place, { units, choices }]) => el("li", {},
        el("h3", {}, game.placeName(place), game.groundText(place) ? el("span", {}, ` ${game.groundText(place)}`) : null),
        units.length ? el("p", {}, this.units(units)) : null,
        choices.length ? el("ul", {}, choices.map(button)) : null))),
      table.pools.length ? el("p", {}, table.pools.map(({ name, count }) => `${name}: ${count}`).join("; ")) : null,
      table.hand.length ? el("div", {}, el("h3", {}, "Your cards"), el("ul", {}, table.hand.map((card) => el("li", {}, el("b", {}, card.title), " ", card.text)))) : null);
  }

  units(units) {
    const seen = units.filter((unit) => !unit.hidden).map((unit) => this.game.unitText(unit));
    const hidden = units.filter((unit) => unit.hidden);
    if (hidden.length) seen.push(`${hidden.length} hidden of ${this.game.sideName(hidden[0].side)}`);
    return seen.join("; ");
  }
}
