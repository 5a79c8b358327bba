import { el, fill } from "./dom.js";

export function open(room) {
  fill(room, el("div", { class: "placeholder" }, el("h2", {}, "Test games"),
    el("p", {}, "Campaigns of test games are played at the terminal and write their report as a page:"),
    el("pre", {}, "pnp playtest GAME --games 200 --out output/playtest")));
  return {};
}
