// The game as this seat knows it: what the room has told, and what is asked of it.

export class Game extends EventTarget {
  /** Events: "lobby", "waiting", "board" (detail: message), "table" (the table is other now). */
  constructor(desk, signal) {
    super();
    this.socket = desk.socket;
    this.table = null;
    this.board = null;
    this.places = new Map();
    const on = (kind, listener) => this.socket.addEventListener(kind, (event) => listener(event.detail), { signal });
    on("lobby", (message) => { this.table = this.board = null; this.tell("lobby", message); });
    on("waiting", (message) => { this.table = null; this.tell("waiting", message); });
    on("board", (message) => {
      this.board = message;
      this.places = new Map(message.places.map((place) => [place.id, place]));
      this.tell("board", message);
    });
    on("table", (message) => { this.table = message; this.changed(); });
    on("change", (message) => this.change(message));
    on("state", (state) => { if (state === "open") this.ask("table"); });
    this.ask("table");
  }

  tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }

  change(message) {
    if (this.table?.v !== message.from) return void this.ask("table");
    const { set, units = [], order, log } = message;
    const table = { ...this.table, ...set, v: message.v };
    if (order) {
      const known = new Map([...this.table.units, ...units].map((unit) => [unit.id, unit]));
      table.units = order.map((id) => known.get(id));
    }
    if (log) table.log = [...this.table.log.slice(0, log.keep), ...log.lines];
    this.table = table;
    this.changed();
  }

  changed() {
    const table = this.table;
    this.units = new Map(table.units.map((unit) => [unit.id, unit]));
    this.byThing = new Map(table.choices.filter((choice) => choice.thing).map((choice) => [choice.thing, choice]));
    this.bare = table.choices.filter((choice) => !choice.thing);
    this.chosen = new Set(table.decision.chosen.map(({ id }) => id));
    if (table.decision.mover) this.chosen.add(table.decision.mover);
    this.tell("table", table);
  }

  ask(kind, fields = {}) { return this.socket.ask(kind, { v: this.table?.v, ...fields }); }

  sideName(side) { return this.board?.sides.find(({ id }) => id === side)?.name ?? side; }

  sideColour(side) { return this.board?.sides.find(({ id }) => id === side)?.ground ?? "#5a544c"; }

  sideInk(side) { return this.board?.sides.find(({ id }) => id === side)?.ink ?? "#fff"; }

  placeName(place) { return this.places.get(place)?.name ?? place; }

  unitsAt(place) { return this.table.units.filter(({ at, window }) => at === place && !window); }

  /** A unit in words: name, values, states. */
  unitText(unit) {
    if (unit.hidden) return `hidden unit of ${this.sideName(unit.side)}`;
    return [unit.name, unit.values.map(([, value]) => value).join("-"), ...unit.states].filter(Boolean).join(", ");
  }

  /** What stands in a place, hidden units counted. */
  stackText(place) {
    const units = this.unitsAt(place), hidden = units.filter((unit) => unit.hidden);
    const texts = units.filter((unit) => !unit.hidden).map((unit) => this.unitText(unit));
    if (hidden.length) texts.push(`${hidden.length} hidden of ${this.sideName(hidden[0].side)}`);
    return texts.join("; ");
  }

  groundText(place) {
    const held = this.table.held[place];
    return [this.table.ground[place], held && !this.table.ground[place] ? `held by ${this.sideName(held)}` : ""]
      .filter(Boolean).join(", ");
  }
}

/** A chance in percent. */
export const percent = (share) => `${Math.round(share)} %`;
