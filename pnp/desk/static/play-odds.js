// The odds before a roll: both strengths with what changes them, the column, the chance of each result.
import { el } from "./dom.js";
import { percent } from "./play-game.js";

export const FACES = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** A die or dice, as a picture that is also said. */
export function dice(text) {
  const values = String(text).split("+").map(Number);
  const known = values.every((value) => FACES[value]);
  return el("span", { class: "die", role: "img", "aria-label": `die ${values.join(" and ")}` }, known ? values.map((value) => FACES[value]).join("") : `[${text}]`);
}

function side(game, told) {
  const name = game.sideName(told.side);
  const counted = new Map();
  for (const part of told.parts) {
    const label = part.printed == null ? `${part.unit} ${part.values}` : `${part.unit}`;
    const value = part.printed == null ? "" : part.printed === part.counts ? part.printed : `${part.printed} → ${part.counts}`;
    counted.set(`${label}|${value}`, [label, value]);
  }
  return el("div", { class: "strength" }, el("p", { class: "who" }, name), el("p", { class: "total" }, told.total || "?"),
    el("ul", {}, [...counted.values()].map(([label, value]) => el("li", {}, label, " ", el("b", {}, value)))));
}

function reasons(roll, rule) {
  const rows = new Map();
  for (const told of roll.sides) {
    for (const part of told.parts) {
      for (const why of part.why ?? []) rows.set(why.rule, [part.printed === "0" ? "" : `×${trim(part.counts / part.printed)}`, why.text, why.rule]);
    }
  }
  for (const shift of roll.shifts) rows.set(shift.why, [shift.by > 0 ? `+${shift.by}` : String(shift.by).replace("-", "−"), shift.why, shift.rule]);
  if (!rows.size) return null;
  return el("ul", { class: "reasons" }, [...rows.values()].map(([by, text, address]) => (
    el("li", {}, el("b", {}, by), el("span", {}, text), rule(address))
  )));
}

const trim = (number) => (Number.isFinite(number) ? String(Math.round(number * 100) / 100) : "");

const TONES = { attacker: "good", defender: "bad", "": "even" };

/** The card of a roll; `then` is the same with the candidate that is looked at. */
export function oddsCard(game, now, then, candidate, rule) {
  const roll = now ?? then;
  const other = now && then ? then : null;
  const codes = [...new Map([...roll.results, ...(other?.results ?? [])].map((result) => [result.codes.join(), result])).values()];
  const chance = (of, result) => of?.results.find(({ codes: known }) => known.join() === result.codes.join())?.chance ?? 0;
  const bars = codes.map((result) => {
    const here = chance(roll, result), there = other ? chance(other, result) : null;
    const bar = el("span", { class: `amount ${TONES[result.favours] ?? "even"}` }), full = el("span", { class: "track", "aria-hidden": "true" }, bar);
    bar.style.width = `${here}%`;
    if (there != null) {
      const outline = el("span", { class: "outline" });
      outline.style.width = `${there}%`;
      full.append(outline);
    }
    return el("tr", {},
      el("th", { scope: "row" }, el("b", { class: `code ${TONES[result.favours] ?? "even"}` }, result.codes.join(" → ")), el("span", {}, result.name)),
      el("td", { class: "faces" }, result.faces.length <= 6 ? result.faces.map(dice) : "…"),
      el("td", { class: "track-cell" }, full),
      el("td", { class: "share" }, el("b", {}, percent(here)), there == null ? "" : ` → ${percent(there)}`),
      el("td", { class: "losses" }, result.losses.join(" ")));
  });
  return el("section", { class: "card odds", "aria-label": "Odds" },
    el("h2", {}, now ? "Before you roll" : "If you choose this", candidate ? ` · ${candidate}` : ""),
    el("div", { class: "versus" }, roll.sides[0] ? side(game, roll.sides[0]) : "",
      el("p", { class: "column" }, el("b", {}, other && other.column !== roll.column ? `${roll.column} → ${other.column}` : roll.column), el("span", {}, "column")),
      roll.sides[1] ? side(game, roll.sides[1]) : ""),
    reasons(roll, rule),
    el("table", { class: "results" },
      el("caption", {}, other ? `Result and die; the dashed outline is with ${candidate}` : "Result and die"),
      el("tbody", {}, bars)),
    roll.share == null ? null : el("p", { class: "sum" }, "For the attacker ", el("b", {}, percent(roll.share)),
      other?.share == null ? "" : [" → ", el("b", {}, percent(other.share))]),
    el("p", { class: "source" }, roll.title, " ", rule(roll.rule)));
}

/** A results table as a grid; the column of a roll is marked. */
export function chart(table, column, rule) {
  return el("section", { class: "card chart" }, el("h2", {}, table.title, " ", rule(table.rule)),
    el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": table.title }, el("table", {},
      el("thead", {}, el("tr", {}, el("td", {}), table.rows.map((row) => el("th", { scope: "col" }, row.die)))),
      el("tbody", {}, table.columns.map((name, index) => el("tr", { class: name === column ? "on" : "" },
        el("th", { scope: "row" }, name, name === column ? " ▸" : ""),
        table.rows.map((row) => el("td", {}, row.results[index] ?? "")))))))
    ,
    el("dl", { class: "codes" }, table.codes.flatMap(({ id, name }) => [el("dt", {}, id), el("dd", {}, name)])));
}
