// The panel: the entry of what is chosen, where its parts come from, where else it shows.
import { el, fill } from "./dom.js";
import { address, short, shown } from "./editor.js";
import { listing } from "./yaml.js";

export class Panel {
  /** `go(what, name)` shows a thing elsewhere; `faces(what, name)` gives pictures of it: [{name, sheet, region}]. */
  constructor({ go, faces, fold }) {
    Object.assign(this, { go, faces });
    this.body = el("div", { class: "panel-body" });
    this.element = el("aside", { class: "panel", "aria-label": "Source" },
      el("button", { class: "panel-fold", type: "button", onclick: fold, "aria-label": "Fold the panel" }, "▾"), this.body);
    this.empty();
  }

  empty() {
    this.source = null;
    fill(this.body, el("div", { class: "panel-empty" },
      el("h2", {}, "Nothing chosen"),
      el("p", {}, "Click a counter, a hex, a table or a card: its lines in the sources are shown here, and where each printed part comes from.")));
  }

  refuse(text) {
    this.source = null;
    fill(this.body, el("div", { class: "panel-empty" }, el("h2", {}, "No source"), el("p", {}, text)));
  }

  show(source) {
    this.source = source;
    const changes = source.changed.filter((row) => row.n >= source.line && row.n <= source.end);
    const changed = new Set(changes.map((row) => row.n));
    const mark = (n) => [n >= source.line && n <= source.end && "entry", changed.has(n) && "changed"].filter(Boolean).join(" ");
    fill(this.body,
      this.head(source),
      this.places(source),
      source.text.length > 0 && listing(source.text, mark),
      changes.length > 0 && el("p", { class: "news" }, el("b", {}, `line ${changes[0].n} changed`),
        changes[0].was && ` · ${difference(changes[0])}`, source.saved && `, saved ${source.saved}`),
      this.parts(source), this.also(source));
  }

  head(source) {
    return el("header", { class: "panel-head" },
      el("div", {}, el("h2", {}, source.title), el("p", {}, source.note)),
      this.faces(source.what, source.name).map(crop));
  }

  places(source) {
    if (!source.file) return el("p", { class: "news" }, "It is made by pnp; no source has an entry for it.");
    return el("div", { class: "panel-file" },
      el("a", { href: address(source), title: shown(source) }, short(source)),
      el("span", { class: "buttons" },
        el("a", { class: "button strong", href: address(source) }, "Open in editor ", el("kbd", {}, "E")),
        el("button", { class: "button", type: "button", onclick: (event) => copy(shown(source), event.currentTarget) }, "Copy ", el("kbd", {}, "Y"))));
  }

  parts(source) {
    return source.parts.length > 0 && el("section", {}, el("h3", {}, "From where"),
      el("table", { class: "parts" }, el("tbody", {}, source.parts.map((part) => el("tr", {},
        el("th", { scope: "row" }, part.text), el("td", {}, part.what),
        el("td", {}, el("a", { href: address(part), title: shown(part) }, short(part))))))));
  }

  also(source) {
    return source.also.length > 0 && el("section", {}, el("h3", {}, "Where else it shows"),
      el("div", { class: "chips" }, source.also.map((other) => el("button", {
        type: "button", class: "chip", onclick: () => this.go(other.what, other.name) }, other.label))));
  }
}

/** What two lines differ in, between what they begin and end with alike. */
function difference({ was, is }) {
  let from = 0, to = 0;
  while (from < was.length && was[from] === is[from]) from += 1;
  while (to < was.length - from && to < is.length - from && was[was.length - 1 - to] === is[is.length - 1 - to]) to += 1;
  const start = Math.max(0, was.slice(0, from).search(/[\w.:-]*[:\s]*\S*$/));
  const end = (line) => line.slice(start, line.length - to + (line.slice(line.length - to).search(/[^\w.]|$/)));
  return `${end(was)} → ${end(is)}`.slice(0, 120);
}

/** A piece of a sheet's picture. */
function crop({ name, sheet, region: [, , x, y, w, h] }) {
  const k = 66 / Math.max(w, h);
  const picture = el("div", { class: "crop", role: "img", "aria-label": name });
  Object.assign(picture.style, {
    width: `${w * k}px`, height: `${h * k}px`, backgroundImage: `url("${sheet.url}")`,
    backgroundSize: `${sheet.w * k}px ${sheet.h * k}px`, backgroundPosition: `${-x * k}px ${-y * k}px`,
  });
  return el("figure", {}, picture, el("figcaption", {}, name));
}

export async function copy(text, button) {
  try { await navigator.clipboard.writeText(text); } catch { return; }
  button?.classList.add("done");
  setTimeout(() => button?.classList.remove("done"), 1200);
}
