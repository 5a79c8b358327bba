// The shell: head, rooms, connection. A room is a module with `open(element, desk)`, which returns {key, close}.
import { el, fill } from "./dom.js";
import { listen } from "./keys.js";
import { settingsButton } from "./settings.js";
import { Socket } from "./socket.js";

const ROOMS = [["preview", "Preview"], ["play", "Play"], ["tests", "Test games"]];

const STATES = {
  open: "connected", closed: "connection lost; trying again",
  ended: "the server was started anew: open the address that it has printed",
};

const byId = (id) => document.getElementById(id);
let current = null;

/** What rooms are given: the socket, who sits here, and the regions that screen readers hear. */
const desk = {
  socket: new Socket(`${location.origin.replace(/^http/, "ws")}${location.pathname}socket`),
  choices: byId("choices"),
  say(text) { byId("polite").textContent = text; },
  alert(text) { byId("assertive").textContent = text; },
};

function show(name) {
  current?.close?.();
  current = null;
  fill(desk.choices);
  for (const link of byId("rooms").children) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  for (const sheet of document.querySelectorAll("link[data-room]")) sheet.media = sheet.dataset.room === name ? "all" : "not all";
  const room = byId("room");
  room.className = `room-${name}`;
  fill(room);
  import(`./${name}.js`).then((module) => {
    if (room.className === `room-${name}` && !current) current = window.deskRoom = module.open(room, desk); // the last chosen
  });
}

function follow() {
  const rooms = ROOMS.filter(([name]) => desk.author || name === "play");
  const wanted = location.hash.slice(1).split("/")[0];
  show(rooms.some(([name]) => name === wanted) ? wanted : rooms[0][0]);
}

desk.socket.on("state", (state) => {
  fill(byId("link"), el("i", { class: `dot ${state}` }), el("span", { class: state }, ` ${STATES[state]}`));
});
desk.socket.on("hello", (hello) => {
  const first = desk.game == null;
  Object.assign(desk, hello);
  byId("game").textContent = hello.title;
  document.title = `${hello.title} · pnp desk`;
  const rooms = ROOMS.filter(([name]) => hello.author || name === "play");
  if (!first) return;
  fill(byId("rooms"), rooms.map(([name, title]) => el("a", { href: `#${name}` }, title)));
  follow();
  addEventListener("hashchange", follow);
});
byId("link").before(settingsButton());
listen(() => current);
