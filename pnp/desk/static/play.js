import { el, fill } from "./dom.js";

export function open(room) {
  fill(room, el("div", { class: "placeholder" }, el("h2", {}, "Not built yet")));
  return {};
}
