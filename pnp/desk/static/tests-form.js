// The order of a campaign: players, scenario, options, games, seed, what is changed and compared.
import { el } from "./dom.js";

/** A form; `order` is what it is filled in with, `play` is given the new one. It has `busy(is)` and `refuse(text)`. */
export function orderForm(choices, order, play) {
  let count = 0;
  const field = (label, input, hint) => {
    const id = `order-${++count}`;
    input.id = id;
    if (hint) input.setAttribute("aria-describedby", `${id}-hint`);
    return el("div", { class: "field" }, el("label", { for: id }, label), input, hint && el("small", { id: `${id}-hint` }, hint));
  };
  const scenario = el("select", {}, choices.scenarios.map(({ id, name }) => el("option", { value: id, selected: id === order?.scenario }, name)));
  const options = choices.options.map((one) => [one, el("input", { type: "checkbox", checked: order?.options?.[one.id] ?? one.on })]);
  const players = choices.sides.map((side) => {
    const chosen = order?.players?.[side.id] ?? "heuristic";
    const names = [...new Set([...choices.players, chosen])];
    return [side, el("select", {}, names.map((name) => el("option", { value: name, selected: name === chosen }, name)))];
  });
  const rows = players.map(([side, select]) => [side, field(side.name, select)]);
  const isOn = (id) => options.some(([one, box]) => one.id === id && box.checked);
  const isLed = (side) => !side.system || isOn(side.with);
  const show = () => { for (const [side, row] of rows) row.hidden = !isLed(side); };
  options.forEach(([, box]) => box.addEventListener("change", show));
  show();
  const games = el("input", { type: "number", required: true, min: 1, max: choices.most, value: order?.games ?? 40 });
  const seed = el("input", { type: "number", required: true, min: 0, max: Number.MAX_SAFE_INTEGER, value: order?.seed ?? 0 });
  const lines = (values) => el("textarea", { rows: Math.max(1, values.length), spellcheck: "false" }, values.join("\n"));
  const changes = lines(order?.changes ?? []), sweeps = lines(order?.sweeps ?? []);
  const trouble = el("p", { class: "trouble", role: "alert" });
  const go = el("button", { class: "button strong", type: "submit" }, "Play");
  const form = el("form", { class: "order" }, el("h2", {}, "New test games"),
    field("Games", games), el("fieldset", {}, el("legend", {}, "Who plays"), rows.map(([, row]) => row)),
    field("Scenario", scenario),
    options.length > 0 && el("fieldset", {}, el("legend", {}, "Options"), options.map(([one, box]) => el("label", { class: "check" }, box, el("span", {}, one.name)))),
    field("Seed", seed, "The same seed gives the same games."),
    field("Changed numbers", changes, "PATH=VALUE, one a line: scenario.turns=5"),
    field("Values to compare", sweeps, "PATH=VALUES, one a line: scenario.turns=4..6. The same seeds are played under each."),
    trouble, go);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    trouble.textContent = "";
    const split = (area) => area.value.split("\n").map((line) => line.trim()).filter(Boolean);
    try {
      await play({
        games: Number(games.value), seed: Number(seed.value), scenario: scenario.value,
        players: Object.fromEntries(players.filter(([side]) => isLed(side)).map(([side, select]) => [side.id, select.value])),
        options: Object.fromEntries(options.map(([one, box]) => [one.id, box.checked])), changes: split(changes), sweeps: split(sweeps),
      });
    } catch (error) { form.refuse(error.message); }
  });
  form.busy = (is) => { go.disabled = is; };
  form.refuse = (text) => { trouble.textContent = text; };
  return form;
}
