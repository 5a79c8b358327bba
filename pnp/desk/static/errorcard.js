// The card over the last good picture: what is wrong, where, why, how to mend it.
import { el, fill } from "./dom.js";
import { address, shown } from "./editor.js";
import { copy } from "./panel.js";
import { listing } from "./yaml.js";

const WAIT_MS = 400; // after the last save, so that no card flashes while somebody types

export class ErrorCard {
  constructor(desk) {
    this.desk = desk;
    this.element = el("div", { class: "error-card", role: "alertdialog", "aria-labelledby": "error-title", tabindex: "-1", hidden: true });
    this.folded = "";
    this.at = 0;
  }

  /** A file has been saved: what is shown waits for what comes of it. */
  saved() {
    this.last = performance.now();
    clearTimeout(this.timer);
  }

  fail(message, title) {
    this.key = JSON.stringify(message.problems.map((problem) => [problem.code, problem.file, problem.what]));
    this.message = message;
    this.title = title;
    clearTimeout(this.timer);
    if (this.key === this.folded) return;
    if (!this.element.hidden) return this.draw();
    this.timer = setTimeout(() => this.open(), Math.max(0, WAIT_MS - (performance.now() - (this.last ?? -WAIT_MS))));
  }

  open() {
    this.draw();
    this.before = document.activeElement;
    this.element.hidden = false;
    const typed = this.before?.matches?.("input, textarea, select");
    if (!typed) this.element.focus();
    const [first] = this.message.problems;
    this.desk.alert(`${this.title}. ${shown(first)}: ${first.what}`);
  }

  /** The error is gone. */
  mend() {
    clearTimeout(this.timer);
    this.folded = "";
    this.message = null;
    this.at = 0;
    this.close();
  }

  fold() {
    if (this.element.hidden) return false;
    this.folded = this.key;
    this.close();
    return true;
  }

  unfold() {
    if (!this.message || !this.element.hidden) return;
    this.folded = "";
    this.open();
  }

  close() {
    if (this.element.hidden) return;
    const within = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (within) this.before?.focus?.();
  }

  get problem() { return this.message?.problems[Math.min(this.at, this.message.problems.length - 1)]; }

  turn(by) {
    this.at = (this.at + by + this.message.problems.length) % this.message.problems.length;
    this.draw();
  }

  draw() {
    const { problems, more } = this.message, problem = this.problem, count = problems.length + more;
    const errors = problems.filter((other) => other.level === "error").length;
    fill(this.element,
      el("header", {}, el("span", { class: "cross", "aria-hidden": "true" }, "✕"), el("h2", { id: "error-title" }, this.title),
        el("span", {}, count > 1 ? `${this.at + 1} of ${count}` : `error ${errors} of ${errors}`),
        problems.length > 1 && el("span", { class: "turn" },
          el("button", { type: "button", onclick: () => this.turn(-1), "aria-label": "Error before" }, "‹"),
          el("button", { type: "button", onclick: () => this.turn(1), "aria-label": "Next error" }, "›")),
        el("button", { type: "button", class: "fold", onclick: () => this.fold() }, "Fold ", el("kbd", {}, "Esc"))),
      el("div", { class: "error-body" },
        problem.file && el("div", { class: "error-place" },
          el("a", { href: address(problem) || null }, problem.line ? `${problem.file}:` : problem.file, problem.line > 0 && el("b", {}, `${problem.line}:${problem.column || 1}`)),
          el("span", { class: "buttons" },
            address(problem) && el("a", { class: "button strong", href: address(problem) }, "Open in editor ", el("kbd", {}, "E")),
            el("button", { type: "button", class: "button", onclick: (event) => copy(place(problem), event.currentTarget) }, "Copy place ", el("kbd", {}, "Y")))),
        problem.frame.length > 0 && listing(problem.frame, (n) => (n === problem.line ? "wrong" : ""), problem),
        el("dl", {},
          el("dt", {}, "What"), el("dd", {}, problem.what),
          problem.why && [el("dt", {}, "Why"), el("dd", {}, problem.why)],
          (problem.how || problem.fix) && [el("dt", {}, "How to mend it"), el("dd", {}, problem.how,
            problem.fix && el("div", { class: "fix" }, el("code", { class: "less" }, `− ${problem.fix.before}`), el("code", { class: "more" }, `+ ${problem.fix.after}`)))])),
      el("footer", {}, el("code", {}, problem.code), el("span", {}, "pnp explain prints the page of this code."),
        el("span", { class: "right" }, "This card goes when the file is saved without the error.")));
  }
}

const place = (problem) => (problem.line ? `${problem.file}:${problem.line}:${problem.column || 1}` : problem.file);
