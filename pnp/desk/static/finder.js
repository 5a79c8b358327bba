// Find a piece, a hex, a table, a card or a rule by its name.
import { el, fill } from "./dom.js";

export class Finder {
  constructor(desk, go) {
    Object.assign(this, { desk, go });
    this.rows = [];
    this.at = -1;
    this.input = el("input", {
      type: "search", placeholder: "Find a piece, hex or rule", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list",
      "aria-controls": "found", "aria-label": "Find a piece, hex or rule", autocomplete: "off", spellcheck: "false",
      oninput: () => this.search(), onkeydown: (event) => this.key(event), onblur: () => setTimeout(() => this.hide(), 150),
    });
    this.list = el("ul", { id: "found", role: "listbox", "aria-label": "Found", hidden: true });
    this.element = el("div", { class: "finder" }, el("span", { "aria-hidden": "true" }, "⌕"), this.input, el("kbd", { "aria-hidden": "true" }, "/"), this.list);
  }

  open() {
    this.input.focus();
    this.input.select();
  }

  close() {
    if (document.activeElement !== this.input) return false;
    this.input.blur();
    this.hide();
    return true;
  }

  hide() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  async search() {
    const text = this.input.value;
    if (!text.trim()) return this.hide();
    const { rows } = await this.desk.socket.ask("find", { text });
    if (text !== this.input.value || document.activeElement !== this.input) return;
    this.rows = rows;
    this.at = rows.length ? 0 : -1;
    this.draw();
  }

  draw() {
    fill(this.list, this.rows.map((row, n) => el("li", {
      role: "option", id: `found-${n}`, "aria-selected": String(n === this.at), onpointerdown: () => this.take(n) },
      el("b", {}, row.label), " ", el("small", {}, row.label === row.name ? row.what : `${row.what} ${row.name}`))),
      !this.rows.length && el("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, "nothing is called like that"));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    if (this.at >= 0) this.input.setAttribute("aria-activedescendant", `found-${this.at}`);
  }

  key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && this.rows.length) {
      this.at = (this.at + by + this.rows.length) % this.rows.length;
      this.draw();
    } else if (event.key === "Enter" && this.at >= 0) this.take(this.at);
    else return;
    event.preventDefault();
  }

  take(n) {
    this.go(this.rows[n]);
    this.input.blur();
    this.hide();
  }
}
