// Turns, phases and points: one line above the board.
import { el, fill } from "./dom.js";

const MOST_TURNS = 12;

export function strip(node, game) {
  const { table } = game;
  const turns = table.turns <= MOST_TURNS
    ? el("ol", { class: "turns", "aria-label": `Turn ${table.turn} of ${table.turns}` }, Array.from({ length: table.turns }, (_, index) => (
      el("li", { class: index + 1 < table.turn ? "past" : index + 1 === table.turn ? "now" : "", "aria-current": index + 1 === table.turn ? "step" : null }, index + 1)
    )))
    : el("span", { class: "turn-of" }, el("b", {}, table.turn), ` of ${table.turns}`);
  const steps = [];
  let side = null;
  for (const step of table.steps) {
    if (step.side && step.side !== side) {
      const chip = el("li", { class: "side" }, game.sideName(step.side));
      [chip.style.background, chip.style.color] = [game.sideColour(step.side), game.sideInk(step.side)];
      steps.push(chip);
    }
    side = step.side;
    const name = step.short;
    if (step.now) {
      steps.push(el("li", { class: "now", "aria-current": "step" }, el("b", {}, name), el("span", {}, table.decision.title)));
    } else steps.push(el("li", { class: step.done ? "done" : "" }, step.done ? "✓ " : "", name));
  }
  fill(node, el("span", { class: "label" }, "Turn"), turns, el("ol", { class: "steps", "aria-label": "Phases" }, steps),
    el("p", { class: "about" }, [...table.about].join(" ")), el("div", { class: "scores" }, table.score.map((score) => points(game, score))));
  node.querySelector(".steps .now")?.scrollIntoView({ block: "nearest", inline: "center" });
}

function points(game, score) {
  const bounds = score.levels.map(({ from }) => from).filter((from) => from != null);
  const goal = score.goal ?? (bounds.length ? Math.max(...bounds) * 1.25 : null);
  const least = Math.min(0, score.points, ...bounds), most = Math.max(goal ?? 0, score.points, 1);
  const at = (value) => `${(100 * (value - least)) / (most - least)}%`;
  const level = [...score.levels].reverse().find(({ from }) => from == null || score.points >= from);
  const meter = el("span", { class: "meter", "aria-hidden": "true" });
  const bar = el("i", { class: "filled" });
  bar.style.width = at(score.points);
  bar.style.background = game.sideColour(score.side);
  meter.append(bar);
  for (const { from, name } of score.levels) {
    if (from == null) continue;
    const tick = el("i", { class: "tick", title: `${name}: from ${from}` });
    tick.style.left = at(from);
    meter.append(tick);
  }
  return el("p", { class: "score" }, el("b", {}, score.points), score.goal ? ` of ${score.goal}` : "", " points · ", game.sideName(score.side),
    meter, level ? el("span", { class: "level" }, level.name) : null);
}
