// The board: the map's picture, marks on places, pieces on top; pan and zoom are one transform.
import { el, fill } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE_COUNTER = 54, LEAST_ZOOM = 0.1, MOST_ZOOM = 4, CLOSE = 1.2, DRAG = 6, LONG_PRESS = 450;
const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function shape(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

const pointsOf = (outline) => outline.map((point) => point.join(",")).join(" ");
const pathOf = (outline) => `M${outline.map((point) => point.join(" ")).join("L")}Z`;

function holds(outline, x, y) {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [ax, ay] = outline[i], [bx, by] = outline[j];
    if ((ay > y) !== (by > y) && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

export class Board {
  /**
   * game  the game; events of the board, in `act`:
   * place(id), unit(id) chosen; fan(stack, at); hover({place, unit} or null); drop(unit, place); cursor(place)
   */
  constructor(game, act) {
    this.game = game;
    this.act = act;
    this.view = { x: 0, y: 0, zoom: 1 };
    this.cursor = null;
    this.pictures = [];
    this.picture = el("img", { class: "map", alt: "", draggable: "false" });
    this.drawing = el("p", { class: "drawing", role: "status", hidden: true });
    this.picture.addEventListener("load", () => {
      this.drawing.hidden = true;
      this.outlines.remove();
    });
    this.picture.addEventListener("error", () => {
      this.drawing.textContent = "The map can’t be drawn; its outlines serve instead. Look for errors in the sources.";
    });
    this.marks = shape("svg", { class: "marks", "aria-hidden": "true" });
    this.pieces = el("div", { class: "pieces", "aria-hidden": "true" });
    this.world = el("div", { class: "world" }, this.picture, this.marks, this.pieces);
    this.percent = el("span", { class: "zoom" });
    const button = (label, text, run) => el("button", { type: "button", "aria-label": label, onclick: run }, ...text);
    this.tools = el("div", { class: "tools" },
      button("Smaller", ["−"], () => this.zoomBy(1 / 1.25)), this.percent,
      button("Larger", ["+"], () => this.zoomBy(1.25)),
      button("Fit the board", ["Fit ", el("kbd", {}, "0")], () => this.fit()),
      button("Hide units", ["Units ", el("kbd", {}, "Space")], () => this.toggleUnits()));
    this.stage = el("div", {
      class: "table-stage", role: "application", tabindex: "0", "aria-roledescription": "board", "aria-label": "Board",
      "aria-describedby": "board-help",
    }, this.world);
    this.element = el("div", { class: "board" }, this.stage, this.tools, this.drawing,
      el("p", { class: "unseen", id: "board-help" },
        "Arrows move to the neighbour in that direction, J to the next legal place or unit, Enter chooses. All of it is in the list of places and choices, too."));
    this.listen();
  }

  // What is shown -------------------------------------------------------------------------------------------

  /** A new board: its picture and size. */
  open(board) {
    this.board = board;
    const sharp = board.pictures[board.pictures.length - 1];
    this.pictures = board.pictures;
    for (const node of [this.world, this.picture]) {
      node.style.width = `${board.w}px`;
      node.style.height = `${board.h}px`;
    }
    this.marks.setAttribute("viewBox", `0 0 ${board.w} ${board.h}`);
    this.marks.setAttribute("width", board.w);
    this.marks.setAttribute("height", board.h);
    this.pieces.style.setProperty("--counter", `${board.counter}px`);
    this.sharp = sharp.name;
    this.outlines = shape("path", { class: "outlines", d: board.places.map(({ outline }) => pathOf(outline)).join("") });
    this.drawing.textContent = "The map is being drawn, once; you can play meanwhile.";
    this.drawing.hidden = false;
    this.picture.removeAttribute("src");
    this.showPicture(board.pictures[0].name);
    this.fresh = true;
  }

  showPicture(name) {
    const source = `pictures/play/${name}`;
    if (this.picture.getAttribute("src") === source) return;
    if (!this.picture.getAttribute("src")) {
      this.picture.setAttribute("src", source);
      return;
    }
    const loading = new Image();  // the old picture stays until the new one is there
    loading.addEventListener("load", () => this.picture.setAttribute("src", source));
    loading.src = source;
  }

  show() {
    const { game } = this, { table } = game;
    this.stacks = new Map();
    for (const unit of table.units) {
      if (unit.window) continue;
      const key = `${unit.x},${unit.y}`;
      if (!this.stacks.has(key)) this.stacks.set(key, []);
      this.stacks.get(key).push(unit);
    }
    fill(this.pieces, ...[...this.stacks].map(([key, units]) => this.stack(key, units)), ...this.pools(table));
    this.mark();
    if (this.fresh) {
      this.fresh = false;
      this.first();
    } else this.keepLegalInView();
  }

  pools(table) {
    return table.pools.filter(({ count, id }) => count && this.game.places.has(id)).map(({ id, name, count }) => {
      const { x, y } = this.game.places.get(id);
      const badge = el("span", { class: "pool" }, `×${count}`);
      badge.style.left = `${x}px`;
      badge.style.top = `${y}px`;
      badge.title = `${name}: ${count}`;
      return badge;
    });
  }

  stack(key, units) {
    const { game } = this;
    const [x, y] = key.split(",").map(Number);
    const legal = units.filter((unit) => game.byThing.has(unit.id));
    const chosen = units.filter((unit) => game.chosen.has(unit.id));
    // What can be chosen lies on top; at most two faces are seen, else a count.
    const order = [...units].sort((one, other) => rank(one) - rank(other));
    function rank(unit) { return game.chosen.has(unit.id) ? 2 : game.byThing.has(unit.id) ? 1 : unit.marker ? -1 : 0; }
    const shown = order.slice(-2);
    const node = el("div", { class: "stack", "data-stack": key });
    node.style.left = `${x}px`;
    node.style.top = `${y}px`;
    shown.forEach((unit, index) => {
      const face = unit.face
        ? el("img", { class: "face", src: `pictures/play/${unit.face}`, alt: "", draggable: "false" })
        : el("span", { class: "face blank" }, "?");
      if (!unit.face) face.style.background = game.sideColour(unit.side);
      face.dataset.unit = unit.id;
      const lift = shown.length - 1 - index;
      face.style.translate = `${-lift * 4}px ${-lift * 4}px`;
      if (game.chosen.has(unit.id)) face.classList.add("chosen");
      else if (game.byThing.has(unit.id)) face.classList.add("legal");
      if (unit.states.length) face.classList.add("changed");
      if (game.table.decision.chosen.some(({ kind, id }) => kind === "space" && id === unit.at) && unit.side !== game.table.side) face.classList.add("target");
      node.append(face);
    });
    if (units.length > 2) node.append(el("span", { class: "count" }, `×${units.length}`));
    if (chosen.length) node.append(el("span", { class: "mark chosen" }, `✓ ${chosen.length}`));
    else if (legal.length && game.table.choices.length <= 9) {
      node.append(el("span", { class: "mark legal" }, legal.length === 1 ? String(game.byThing.get(legal[0].id).n) : `${legal.length}`));
    }
    return node;
  }

  /** Marks on places: legal, target, the way of a move, the cursor. */
  mark() {
    const { game } = this, { table } = game;
    const legal = table.choices.filter(({ takes, thing }) => takes === "space" && game.places.has(thing));
    const nodes = this.drawing.hidden ? [] : [this.outlines];
    const defs = shape("defs", {});
    const hatch = shape("pattern", { id: "hatch", width: 10, height: 10, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
    hatch.append(shape("rect", { width: 4, height: 10, fill: "#b8291a", "fill-opacity": 0.35 }));
    defs.append(hatch);
    nodes.push(defs);
    if (legal.length) {
      const outside = `M0 0H${this.board.w}V${this.board.h}H0Z`;
      const spared = [...legal.map(({ thing }) => thing), ...table.decision.chosen.filter(({ kind }) => kind === "space").map(({ id }) => id),
        game.units.get(table.decision.mover)?.at].filter((place) => game.places.has(place));
      const holes = [...new Set(spared)].map((place) => pathOf(game.places.get(place).outline)).join("");
      nodes.push(shape("path", { class: "dim", d: outside + holes, "fill-rule": "evenodd" }));
    }
    for (const { thing } of legal) {
      const points = pointsOf(game.places.get(thing).outline);
      nodes.push(shape("polygon", { class: "legal-edge", points }), shape("polygon", { class: "legal", points, "data-place": thing }));
    }
    for (const { kind, id } of table.decision.chosen) {
      if (kind !== "space" || !game.places.has(id)) continue;
      const points = pointsOf(game.places.get(id).outline);
      nodes.push(shape("polygon", { class: "target-ground", points, fill: "url(#hatch)" }), shape("polygon", { class: "target-edge", points }),
        shape("polygon", { class: "target", points }));
    }
    this.way = shape("polyline", { class: "way", points: "" });
    this.focusEdge = shape("polygon", { class: "cursor-edge", points: "" });
    this.focusMark = shape("polygon", { class: "cursor", points: "" });
    nodes.push(this.way, this.focusEdge, this.focusMark);
    this.marks.replaceChildren(...nodes);
    for (const old of this.pieces.querySelectorAll(".place-badge")) old.remove();
    const numbered = table.choices.length <= 9;
    for (const { thing, n, roll } of legal) {
      const { x, y } = game.places.get(thing);
      if (!numbered && !roll) continue;
      const text = [numbered ? n : "", roll ? `${roll.column}${roll.share == null ? "" : ` · ${Math.round(roll.share)} %`}` : ""].filter(Boolean).join(" ");
      const badge = el("span", { class: "place-badge mark legal" }, text);
      badge.style.left = `${x}px`;
      badge.style.top = `${this.stacks.has(`${x},${y}`) ? y - this.board.counter * 0.62 : y}px`;
      this.pieces.append(badge);
    }
    for (const side of table.odds?.sides.slice(1) ?? []) {
      const place = table.decision.chosen.find(({ kind }) => kind === "space");
      if (!place || !game.places.has(place.id) || !side.total) continue;
      const { x, y } = game.places.get(place.id);
      const badge = el("span", { class: "place-badge mark target" }, `D ${side.total}`);
      badge.style.left = `${x}px`;
      badge.style.top = `${y - this.board.counter * 0.62}px`;
      this.pieces.append(badge);
    }
    this.showCursor();
  }

  showWay(places) {
    this.way.setAttribute("points", places.filter((place) => this.game.places.has(place))
      .map((place) => `${this.game.places.get(place).x},${this.game.places.get(place).y}`).join(" "));
  }

  showCursor() {
    const place = this.cursor && this.game.places.get(this.cursor);
    const points = place ? pointsOf(place.outline) : "";
    this.focusEdge?.setAttribute("points", points);
    this.focusMark?.setAttribute("points", points);
  }

  // Where one looks -----------------------------------------------------------------------------------------

  apply() {
    const { x, y, zoom } = this.view;
    this.world.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    this.world.style.setProperty("--unzoom", Math.min(2.2, Math.max(0.5, 1 / zoom)));
    this.percent.textContent = `${Math.round(zoom * 100)} %`;
    if (this.board && zoom * devicePixelRatio > CLOSE) this.showPicture(this.sharp);
  }

  size() { return [this.stage.clientWidth, this.stage.clientHeight]; }

  fitZoom() {
    const [width, height] = this.size();
    return Math.min(width / this.board.w, height / this.board.h);
  }

  fit() {
    const [width, height] = this.size(), zoom = this.fitZoom();
    this.view = { zoom, x: (width - this.board.w * zoom) / 2, y: (height - this.board.h * zoom) / 2 };
    this.apply();
  }

  first() {
    const fit = this.fitZoom();
    if (fit * this.board.counter > 40) return this.fit();
    this.view.zoom = Math.max(0.9, fit, WIDE_COUNTER / this.board.counter);
    this.lookAt(this.legalPoints()[0] ?? [this.board.w / 2, this.board.h / 2]);
  }

  lookAt([x, y]) {
    const [width, height] = this.size(), { zoom } = this.view;
    this.view.x = this.bounded(width / 2 - x * zoom, width, this.board.w * zoom);
    this.view.y = this.bounded(height / 2 - y * zoom, height, this.board.h * zoom);
    this.apply();
  }

  bounded(offset, room, length) {
    const margin = 80;
    if (length + 2 * margin <= room) return (room - length) / 2;
    return Math.min(margin, Math.max(room - length - margin, offset));
  }

  zoomBy(factor, at = null) {
    const [width, height] = this.size(), [px, py] = at ?? [width / 2, height / 2];
    const zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, this.view.zoom * factor));
    const scale = zoom / this.view.zoom;
    this.view = { zoom, x: px - (px - this.view.x) * scale, y: py - (py - this.view.y) * scale };
    this.apply();
  }

  legalPoints() {
    const { game } = this;
    const points = [];
    for (const choice of game.table.choices) {
      const place = choice.thing && game.places.get(choice.takes === "space" ? choice.thing : choice.at);
      if (place) points.push([place.x, place.y]);
    }
    const chosen = game.table.decision.chosen.map(({ kind, id }) => game.places.get(kind === "space" ? id : game.units.get(id)?.at));
    return [...points, ...chosen.filter(Boolean).map((place) => [place.x, place.y])];
  }

  keepLegalInView() {
    const [width, height] = this.size(), { x, y, zoom } = this.view;
    const points = this.legalPoints();
    const seen = points.some(([px, py]) => px * zoom + x > 20 && px * zoom + x < width - 20 && py * zoom + y > 20 && py * zoom + y < height - 20);
    if (points.length && !seen) this.lookAt(points[0]);
  }

  toggleUnits() { this.pieces.classList.toggle("away"); }

  // The cursor ----------------------------------------------------------------------------------------------

  setCursor(place, { look = true } = {}) {
    if (!this.game.places.has(place)) return;
    this.cursor = place;
    this.showCursor();
    if (look) {
      const { x, y } = this.game.places.get(place), [width, height] = this.size(), { zoom } = this.view;
      const [px, py] = [x * zoom + this.view.x, y * zoom + this.view.y];
      if (px < 40 || px > width - 40 || py < 40 || py > height - 40) this.lookAt([x, y]);
    }
    this.act.cursor(place);
  }

  move(key) {
    const [dx, dy] = DIRECTIONS[key];
    const here = this.game.places.get(this.cursor);
    if (!here) return this.next(1);
    const near = here.near.length ? here.near : [...this.game.places.keys()].filter((id) => id !== this.cursor);
    let best = null, least = Infinity;
    for (const id of near) {
      const there = this.game.places.get(id);
      const ax = there.x - here.x, ay = there.y - here.y, along = ax * dx + ay * dy, across = Math.abs(ax * dy - ay * dx);
      if (along <= 0 || across > along * 2.2) continue;
      const cost = along + across * 1.5;
      if (cost < least) [best, least] = [id, cost];
    }
    if (best) this.setCursor(best);
  }

  /** The next place with something to choose. */
  next(step) {
    const places = [...new Set(this.game.table.choices.map((choice) => (choice.takes === "space" ? choice.thing : choice.at)))]
      .filter((place) => this.game.places.has(place));
    if (!places.length) return;
    const now = places.indexOf(this.cursor);
    this.setCursor(places[(now + step + places.length) % places.length]);
  }

  // Pointers ------------------------------------------------------------------------------------------------

  placeAt(event) {
    const box = this.stage.getBoundingClientRect(), { x, y, zoom } = this.view;
    const px = (event.clientX - box.left - x) / zoom, py = (event.clientY - box.top - y) / zoom;
    const offered = this.game.table?.choices.filter(({ takes }) => takes === "space").map(({ thing }) => thing) ?? [];
    const inside = (id) => this.game.places.has(id) && holds(this.game.places.get(id).outline, px, py);
    return offered.find(inside) ?? [...this.game.places.keys()].find(inside) ?? null;
  }

  unitAt(event) { return event.target.closest?.("[data-unit]")?.dataset.unit ?? null; }

  listen() {
    const { stage } = this;
    const pointers = new Map();
    let start = null, spread = 0, ghost = null, press = null;
    stage.addEventListener("pointerdown", (event) => {
      if (!this.board) return;
      pointers.set(event.pointerId, event);
      stage.setPointerCapture(event.pointerId);
      const unit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-unit]")?.dataset.unit ?? null;
      start = { event, unit, view: { ...this.view }, moved: false };
      if (event.pointerType === "touch") {
        press = setTimeout(() => { if (start && !start.moved) { start.told = true; this.act.hover({ unit, place: this.placeAt(event), event }); } }, LONG_PRESS);
      }
      if (pointers.size === 2) spread = this.spread(pointers);
    });
    stage.addEventListener("pointermove", (event) => {
      if (!this.board) return;
      if (!pointers.has(event.pointerId)) return this.hover(event);
      pointers.set(event.pointerId, event);
      if (pointers.size === 2) {
        const now = this.spread(pointers);
        if (spread) this.zoomBy(now / spread);
        spread = now;
        if (start) start.moved = true;
        return;
      }
      if (!start) return;
      const dx = event.clientX - start.event.clientX, dy = event.clientY - start.event.clientY;
      if (!start.moved && Math.hypot(dx, dy) < DRAG) return;
      start.moved = true;
      clearTimeout(press);
      const movable = start.unit && (this.game.byThing.has(start.unit) || this.game.chosen.has(start.unit));
      if (movable) {
        ghost ??= this.ghost(start.unit);
        ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
      } else {
        this.view = { ...this.view, x: start.view.x + dx, y: start.view.y + dy };
        this.apply();
      }
    });
    const finish = (event) => {
      clearTimeout(press);
      pointers.delete(event.pointerId);
      if (pointers.size) return;
      const begun = start;
      start = null;
      if (ghost) {
        ghost.remove();
        ghost = null;
        if (event.type === "pointerup") this.act.drop(begun.unit, this.placeAt(event));
      } else if (begun && !begun.moved && !begun.told && event.type === "pointerup") this.click(begun.unit, event);
    };
    stage.addEventListener("pointerup", finish);
    stage.addEventListener("pointercancel", finish);
    stage.addEventListener("pointerleave", () => this.act.hover(null));
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = stage.getBoundingClientRect();
      this.zoomBy(Math.exp(-event.deltaY * 0.0015), [event.clientX - box.left, event.clientY - box.top]);
    }, { passive: false });
    new ResizeObserver(() => { if (this.board && this.game.table && !this.fresh) { this.apply(); this.keepLegalInView(); } }).observe(stage);
  }

  spread(pointers) {
    const [one, other] = [...pointers.values()];
    return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  }

  ghost(unit) {
    const { face } = this.game.units.get(unit);
    const node = el("img", { class: "ghost", src: `pictures/play/${face}`, alt: "" });
    document.body.append(node);
    return node;
  }

  hover(event) {
    const unit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-unit]")?.dataset.unit ?? null;
    this.act.hover({ unit, place: unit ? this.game.units.get(unit)?.at : this.placeAt(event), event });
  }

  click(unit, event) {
    const { game } = this, place = this.placeAt(event);
    if (place) this.setCursor(place, { look: false });
    const offered = place && game.byThing.get(place);
    if (unit && !(offered && offered.takes === "space")) {
      const key = `${game.units.get(unit).x},${game.units.get(unit).y}`, units = this.stacks.get(key);
      return units.length > 1 ? this.act.fan(units) : this.act.unit(unit);
    }
    if (place) this.act.place(place);
  }
}
