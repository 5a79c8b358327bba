// The log by player-turn, with rule addresses.
import { el, fill } from "./dom.js";
import { dice } from "./play-odds.js";

const FILTERS = ["All", "Fights", "Dice", "Decisions"];
const FIGHT = new Set(["attack", "fight", "result", "modifier", "column-shift", "eliminate", "retreat", "reduce", "advance"]);

export class Log {
  constructor(game, rule, step) {
    this.game = game;
    this.rule = rule;
    this.lines = el("ol", { class: "log-lines", tabindex: "0", "aria-label": "Log" });
    this.filters = el("div", { class: "filters", role: "group", "aria-label": "Show" }, FILTERS.map((name, index) => el("button", {
      type: "button", "aria-pressed": String(!index), onclick: (event) => this.filter(name, event.currentTarget),
    }, name)));
    this.number = el("span", { class: "quiet" });
    this.back = el("button", { type: "button", "aria-label": "Step back", onclick: () => step(1) }, el("kbd", {}, "["));
    this.on = el("button", { type: "button", "aria-label": "Step on", onclick: () => step(-1) }, el("kbd", {}, "]"));
    this.element = el("section", { class: "log", "aria-label": "Log" }, el("header", {}, el("h2", {}, "Log"), this.filters), this.lines,
      el("footer", {}, this.number, el("span", {}, this.back, " ", this.on, " step back, on")));
    this.shown = [];
    this.filter("All", this.filters.firstChild);
  }

  filter(name, button) {
    for (const other of this.filters.children) other.setAttribute("aria-pressed", String(other === button));
    this.lines.dataset.filter = name;
  }

  show() {
    const { log, back, decisions } = this.game.table;
    let same = 0;
    while (same < log.length && same < this.shown.length && log[same] === this.shown[same].line) same++;
    for (const { nodes } of this.shown.splice(same)) nodes.forEach((node) => node.remove());
    for (const line of log.slice(same)) this.shown.push(this.add(line));
    this.number.textContent = back ? `${back} decisions ago` : `Line ${log.length}`;
    this.back.disabled = back >= decisions;
    this.on.disabled = !back;
    this.lines.scrollTop = this.lines.scrollHeight;
    return log.slice(same);
  }

  add(line) {
    const before = this.shown[this.shown.length - 1]?.line, nodes = [];
    if (!before || before.turn !== line.turn || before.phase !== line.phase) {
      nodes.push(el("li", { class: "turn-head" }, [`Turn ${line.turn}`, line.side && this.game.sideName(line.side), this.phase(line.phase)].filter(Boolean).join(" · ")));
    }
    const kind = line.kind === "do" ? "decision" : line.die ? "roll" : FIGHT.has(line.event) ? "fight" : "event";
    nodes.push(el("li", { class: `${kind} ${line.event === "result" ? "result" : ""}` }, line.die ? dice(line.die) : null, line.die ? " " : null,
      line.code ? el("b", { class: "code even" }, line.code) : null, line.code ? " " : null, line.text, line.rule ? " " : null, line.rule ? this.rule(line.rule) : null));
    this.lines.append(...nodes);
    return { line, nodes };
  }

  phase(id) { return this.game.table.steps.find((step) => step.id === id)?.short ?? id.replaceAll("-", " "); }
}
