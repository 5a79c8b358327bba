// Before a game: scenario, options, seed, who plays which side, or a saved game.
import { el, fill } from "./dom.js";

const WORDS = {
  person: "You, at this page", "another person": "Another person, by the link that pnp serve printed",
  random: "Computer: random", heuristic: "Computer: heuristic",
};

export function lobby(room, message, start) {
  const field = (label, ...inside) => el("label", { class: "field" }, el("span", {}, label), ...inside);
  const scenario = el("select", { name: "scenario" }, message.scenarios.map((one) => el("option", { value: one.id }, one.name)));
  const about = el("p", { class: "quiet" });
  const tell = () => { about.textContent = message.scenarios.find(({ id }) => id === scenario.value)?.text ?? ""; };
  scenario.addEventListener("change", tell);
  tell();
  const options = message.options.map((one) => [one, el("input", { type: "checkbox", checked: one.on })]);
  const players = message.sides.map((side) => [side, el("select", {}, message.players.map((name) => (
    el("option", { value: name }, WORDS[name] ?? `Computer: ${name}`)
  )))]);
  const led = players.filter(([side]) => !side.system);
  led.forEach(([, select], index) => { select.value = index ? "heuristic" : "person"; });
  const seed = el("input", { type: "number", min: 0, max: 2 ** 53 - 1, value: Math.floor(Math.random() * 10000) });
  const trouble = el("p", { class: "trouble", role: "alert" });
  const withOption = new Map(options.map(([one, box]) => [one.id, box]));
  const rows = players.map(([side, select]) => [side, field(side.name, select)]);
  const show = () => {
    for (const [side, row] of rows) row.hidden = side.system && !withOption.get(side.with)?.checked;
  };
  options.forEach(([, box]) => box.addEventListener("change", show));
  show();

  async function begin(setting) {
    trouble.textContent = "";
    go.disabled = true;
    try { await start(setting); } catch (error) { trouble.textContent = error.message; }
    go.disabled = false;
  }
  const go = el("button", { class: "primary", type: "submit" }, "Start the game");
  const form = el("form", { class: "lobby" },
    el("h2", {}, "A new game"),
    field("Scenario", scenario), about,
    el("fieldset", {}, el("legend", {}, "Who plays"), rows.map(([, row]) => row)),
    options.length ? el("fieldset", {}, el("legend", {}, "Options"), options.map(([one, box]) => (
      el("label", { class: "check" }, box, el("span", {}, el("b", {}, one.name), " ", one.text))
    ))) : null,
    field("Seed of the dice", seed), trouble, go,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const shown = rows.filter(([, row]) => !row.hidden).map(([side]) => side.id);
    begin({
      scenario: scenario.value, seed: Number(seed.value) || 0,
      options: Object.fromEntries(options.map(([one, box]) => [one.id, box.checked])),
      players: Object.fromEntries(players.filter(([side]) => shown.includes(side.id)).map(([side, select]) => [side.id, select.value])),
    });
  });
  const saved = message.saved.map((name) => el("li", {}, el("button", {
    type: "button", class: "plain", onclick: () => begin({ saved: name }),
  }, name)));
  fill(room, el("div", { class: "lobby-page" }, form, saved.length ? el("section", { class: "lobby" },
    el("h2", {}, "Saved games and logs"), el("ul", { class: "saved" }, saved)) : null));
}
