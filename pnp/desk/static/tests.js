// The Test games room: reports of campaigns, one that is played, replays of games.
import { el, fill } from "./dom.js";
import { orderForm } from "./tests-form.js";

const NAMES = { closest: "Closest", highest: "Most points", shortest: "Shortest", median: "Median", longest: "Longest", fault: "Fault" };

export function open(room, desk) {
  return new Campaigns(room, desk);
}

const percent = (share) => `${Math.round(100 * share)} %`;
const games = (n) => `${n} game${n === 1 ? "" : "s"}`;
const hash = (...parts) => `#tests/${parts.map(encodeURIComponent).join("/")}`;

/** "heuristic against random", or the one that plays all sides. */
function against(players) {
  const names = Object.values(players);
  return new Set(names).size === 1 && names.length > 1 ? `${names[0]} against ${names[0]}` : names.join(" against ");
}

class Campaigns {
  constructor(room, desk) {
    Object.assign(this, { room, desk });
    [this.id, this.log] = location.hash.split("/").slice(1).map(decodeURIComponent);
    this.listeners = [["progress", (event) => this.takeProgress(event.detail.running)], ["played", (event) => this.takePlayed(event.detail)]];
    for (const [kind, listener] of this.listeners) desk.socket.addEventListener(kind, listener);
    this.load();
  }

  close() {
    this.isClosed = true;
    for (const [kind, listener] of this.listeners) this.desk.socket.removeEventListener(kind, listener);
  }

  async load() {
    const told = await this.desk.socket.ask("campaigns");
    if (this.isClosed) return;
    Object.assign(this, told);
    const row = this.rows.find(({ id }) => id === this.id);
    if (!row) this.drawList();
    else if (this.log) this.drawReplay(row);
    else this.drawReport(row);
  }

  // The list and the order ----------------------------------------------------------------------------------

  drawList() {
    this.progress = el("section", { class: "progress", "aria-label": "A campaign that is played", hidden: true });
    this.form = orderForm(this.form, memory.order, (order) => this.play(order));
    fill(this.room, el("div", { class: "campaigns" },
      el("section", { class: "filed", "aria-labelledby": "filed-title" }, el("h2", { id: "filed-title" }, "Test games"),
        el("button", { class: "button to-order", type: "button", onclick: () => this.form.querySelector("input").focus() }, "New test games"), this.progress,
        this.rows.length ? [el("ol", {}, this.rows.map((row) => this.item(row))), this.older > 0 && el("p", { class: "quiet" }, `${this.older} older reports are not listed.`)]
          : el("p", { class: "quiet" }, "No report is in the output folder yet. Order some games, or write one with ", el("code", {}, "pnp playtest --out"), ".")),
      this.form));
    this.takeProgress(this.running);
  }

  item(row) {
    return el("li", {},
      el("a", { class: "campaign", href: hash(row.id) },
        el("b", {}, row.sweeps.length ? `${row.points} × ${games(row.games)}` : games(row.games)), el("span", { class: "who" }, against(row.players)),
        el("span", { class: "at" }, row.at),
        el("span", { class: "about" }, [row.scenario_name, `seed ${row.seed}`, ...row.changes, ...row.sweeps].join(" · "),
          row.faults > 0 && el("strong", { class: "faults" }, ` ${row.faults} fault${row.faults === 1 ? "" : "s"}`))),
      el("ul", { class: "shares", "aria-label": "Share of wins" }, row.wins.map((win) => el("li", {},
        el("span", {}, win.side), shareBar(win), el("span", { class: "number" }, percent(win.share))))));
  }

  async play(order) {
    const { running } = await this.desk.socket.ask("play-campaign", order);
    memory.order = order;
    this.mine = true;
    this.takeProgress(running);
  }

  takeProgress(running) {
    if (!this.progress?.isConnected) return;
    this.progress.hidden = !running;
    this.form.busy(Boolean(running));
    if (!running) return;
    const { played, of, seconds } = running;
    const left = played ? ` · about ${Math.ceil((seconds / played) * (of - played))} s left` : "";
    fill(this.progress,
      el("p", {}, el("b", {}, played < of ? `${played} of ${games(of)}` : `${games(of)} played: writing the report`), ` · ${Math.round(seconds)} s${left}`),
      el("progress", { max: of, value: played, "aria-label": "Games played" }),
      el("button", { class: "button", type: "button", onclick: () => this.desk.socket.ask("stop-campaign") }, "Stop"));
  }

  takePlayed({ campaign, text }) {
    if (!this.progress?.isConnected) return;
    if (campaign && this.mine) { location.hash = hash(campaign); return; }
    this.load().then(() => text && this.form.refuse(text));
  }

  // A report ------------------------------------------------------------------------------------------------

  drawReport(row) {
    memory.order = null;
    const chips = row.logs.map(({ name, log, index }) => el("a", { class: "chip", href: hash(row.id, log) }, `${NAMES[name] ?? name}: game ${index}`));
    fill(this.room, el("div", { class: "framed" },
      el("header", { class: "bar" }, el("a", { class: "button", href: "#tests" }, "‹ All test games"),
        el("h2", {}, `${row.sweeps.length ? `${row.points} × ` : ""}${games(row.games)}`),
        chips.length > 0 && el("nav", { class: "chips", "aria-label": "Replays" }, el("span", {}, "Replay"), chips),
        el("span", { class: "right" },
          el("button", { class: "button", type: "button", onclick: () => this.again(row) }, "Play more …"),
          row.page && el("a", { class: "button", href: this.address(row, "report.html"), download: "report.html" }, "Save the page"))),
      row.page ? el("iframe", { src: this.address(row, "report.html"), title: `Report of ${games(row.games)}` })
        : el("p", { class: "quiet" }, `Its page is not there: only ${row.file} was written.`),
      el("footer", { class: "status" }, el("span", { class: `state ${row.faults ? "bad" : "good"}` }, games(row.games)),
        el("span", {}, `${against(row.players)} · seed ${row.seed} · ${row.scenario_name}`),
        el("span", { class: "what" }, [...row.changes, ...row.sweeps].join(" · ")),
        el("span", { class: "right" }, row.faults ? `${row.faults} faults` : "no faults"), el("span", { class: "what" }, row.file))));
  }

  again(row) {
    const { scenario, players, seed, options, changes, sweeps } = row;
    memory.order = { scenario, players, seed, options, changes, sweeps, games: Math.min(row.games * 4, this.form.most) };
    location.hash = "#tests";
  }

  address(row, name) { return `pictures/tests/${encodeURIComponent(row.id)}/${row.stamp}/${name}`; }

  drawReplay(row) {
    const game = row.logs.find(({ log }) => log === this.log);
    const title = game ? `${NAMES[game.name] ?? game.name}: game ${game.index}` : this.log;
    const trouble = el("span", { role: "status" });
    fill(this.room, el("div", { class: "framed" },
      el("header", { class: "bar" }, el("a", { class: "button", href: hash(row.id) }, "‹ Report"), el("h2", {}, title),
        game && el("span", { class: "quiet" }, [game.end, game.turns && `${game.turns} turns`].filter(Boolean).join(" · ")),
        el("span", { class: "right" }, trouble,
          el("button", { class: "button", type: "button", onclick: () => this.lend(row, trouble) }, "Open in Play"))),
      el("iframe", { src: this.address(row, this.log), title: `Replay of ${title}` })));
  }

  /** Put the log among the saved games, and on the table when none is played. */
  async lend(row, trouble) {
    let played = false;
    const table = () => { played = true; };
    this.desk.socket.addEventListener("table", table);
    try {
      const { name } = await this.desk.socket.ask("lend-log", { campaign: row.id, log: this.log });
      await this.desk.socket.ask("table");
      if (played) trouble.textContent = `A game is on the table. ${name} is among the saved games.`;
      else {
        await this.desk.socket.ask("seat", { saved: name });
        location.hash = "#play";
      }
    } catch (error) {
      trouble.textContent = error.message;
    } finally {
      this.desk.socket.removeEventListener("table", table);
    }
  }

  key(key) {
    if (key !== "Escape" || !this.id) return false;
    location.hash = this.log ? hash(this.id) : "#tests";
    return true;
  }
}

/** The last order; it outlasts a visit to a report. */
const memory = { order: null };

function shareBar({ share, low, high }) {
  const bar = el("span", { class: "sharebar", "aria-hidden": "true" }, el("i", { class: "share" }), el("i", { class: "interval" }));
  bar.children[0].style.width = `${100 * share}%`;
  Object.assign(bar.children[1].style, { left: `${100 * low}%`, width: `${100 * (high - low)}%` });
  return bar;
}
