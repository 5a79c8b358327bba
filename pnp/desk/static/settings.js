// Settings of a person at this browser: the editor that links open, the size of the text, keys of single letters.
import { el } from "./dom.js";
import { choose, chosen, names } from "./editor.js";

const TEXT = [["100", "100 %"], ["125", "125 %"], ["150", "150 %"]];

function enlarge(percent) {
  localStorage.setItem("desk-text", percent);
  document.documentElement.dataset.text = percent;
}

function select(id, label, rows, value, act) {
  return el("p", {}, el("label", { for: id }, label), el("select", { id, onchange: (event) => act(event.target.value) },
    rows.map(([key, name]) => el("option", { value: key, selected: key === value }, name))));
}

/** The button in the head, and the dialog that it opens. */
export function settingsButton() {
  const text = localStorage.getItem("desk-text") ?? "100";
  document.documentElement.dataset.text = text;
  const dialog = el("dialog", { class: "settings", "aria-labelledby": "settings-title" }, el("form", { method: "dialog" },
    el("h2", { id: "settings-title" }, "Settings"),
    select("set-editor", "Open in editor", names(), chosen(), choose),
    select("set-text", "Size of the text", TEXT, text, enlarge),
    el("p", {}, el("label", { for: "set-letters" }, "Keys of single letters"), el("input", {
      id: "set-letters", type: "checkbox", checked: localStorage.getItem("desk-letters") !== "off",
      onchange: (event) => localStorage.setItem("desk-letters", event.target.checked ? "on" : "off") })),
    el("p", { class: "buttons" }, el("button", { class: "button strong", type: "button", onclick: () => dialog.close() }, "Done"))));
  document.body.append(dialog);
  return el("button", { type: "button", class: "settings-button", "aria-haspopup": "dialog", onclick: () => dialog.showModal() }, "Settings");
}
