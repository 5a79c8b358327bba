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
  const wanted = location.hash.slice(1).split("/")[0];
  show(desk.rooms.includes(wanted) ? wanted : desk.rooms[0]);
}

/** The title of the game; a list to choose from where there are several. */
function gameTitle({ game, title, games }) {
  if (games.filter((name) => name !== game).length === 0) return title;
  const names = games.includes(game) ? games : [game, ...games];
  return el("select", { "aria-label": "Game", onchange: (event) => openGame(event.target, game) },
    names.map((name) => el("option", { value: name, selected: name === game }, name === game ? title : name)));
}

async function openGame(select, former) {
  try {
    await desk.socket.ask("open-game", { game: select.value });
  } catch (error) {
    select.value = former;
    desk.alert(error.message);
    fill(byId("link"), el("span", { class: "refused" }, error.message));
  }
}

desk.socket.on("state", (state) => {
  fill(byId("link"), el("i", { class: `dot ${state}` }), el("span", { class: state }, ` ${state === "closed" && desk.socket.why ? `${desk.socket.why}; trying again` : STATES[state]}`));
});
desk.socket.on("hello", (hello) => {
  if (desk.game != null) {
    if (desk.game !== hello.game || String(desk.rooms) !== String(hello.rooms)) location.reload(); // another game is open
    return;
  }
  Object.assign(desk, hello);
  fill(byId("game"), gameTitle(hello));
  document.title = `${hello.title} · pnp desk`;
  const rooms = ROOMS.filter(([name]) => hello.rooms.includes(name));
  fill(byId("rooms"), rooms.map(([name, title]) => el("a", { href: `#${name}` }, title)));
  follow();
  addEventListener("hashchange", follow);
});
byId("link").before(settingsButton());
listen(() => current);
