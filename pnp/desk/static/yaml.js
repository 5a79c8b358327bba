// Lines of YAML with their keys, texts, numbers and comments told apart: text nodes only.
import { el } from "./dom.js";

const TOKEN = /(#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|([A-Za-z_][\w.-]*)(?=\s*:(?:\s|$))|(-?\b\d+(?:\.\d+)?\b)|\b(true|false|null)\b/g;
const CLASSES = [null, "comment", "text", "key", "number", "word"];

/** The parts of a line; `from` and `to` (columns from 1) are marked. */
export function highlighted(line, from = 0, to = 0) {
  const pieces = [];
  let at = 0;
  for (const found of line.matchAll(TOKEN)) {
    if (found[1] && found.index > 0 && !/\s/.test(line[found.index - 1])) continue; // a # inside a word
    if (found.index > at) pieces.push([line.slice(at, found.index), "plain", at]);
    pieces.push([found[0], CLASSES[found.slice(1).findIndex((part) => part !== undefined) + 1], found.index]);
    at = found.index + found[0].length;
  }
  if (at < line.length) pieces.push([line.slice(at), "plain", at]);
  return pieces.flatMap(([text, kind, start]) => marked(text, kind, start, from - 1, to - 1));
}

function marked(text, kind, start, from, to) {
  const cuts = [0, from - start, to - start, text.length].map((n) => Math.max(0, Math.min(text.length, n)));
  return [0, 1, 2].map((n) => {
    const part = text.slice(cuts[n], cuts[n + 1]);
    return part && el("span", { class: n === 1 && to > from ? `y-${kind} meant` : `y-${kind}` }, part);
  }).filter(Boolean);
}

/** Numbered lines as a list. `mark(n)` gives the class of line n; `place` {line, column, length} gets a caret. */
export function listing(rows, mark = () => "", place = null) {
  return el("ol", { class: "listing", tabindex: "0", "aria-label": "Lines of the source" }, rows.map(({ n, text }) => {
    const here = place && place.line === n && place.length && place.column;
    const from = here ? place.column : 0, to = here ? place.column + place.length : 0;
    return el("li", { class: mark(n) },
      el("span", { class: "n" }, String(n)),
      el("code", {}, highlighted(text, from, to), here && el("span", { class: "caret", "aria-hidden": "true" },
        `\n${" ".repeat(place.column - 1)}${"^".repeat(Math.min(place.length, 80))}`)));
  }));
}
