// The Preview room: sheets as their author saves them, and where each thing on them comes from.
import { el, fill } from "./dom.js";
import { address, short } from "./editor.js";
import { ErrorCard } from "./errorcard.js";
import { Finder } from "./finder.js";
import { copy, Panel } from "./panel.js";
import { problemList } from "./problems.js";
import { SheetView } from "./sheetview.js";

const TABS = [["map", "Map"], ["counters", "Counters"], ["cards", "Cards"], ["charts", "Charts"], ["rulebook", "Rulebook"], ["problems", "Problems"]];
const TAB_OF = { counter: "counters", group: "counters", space: "map", box: "map", table: "charts", card: "cards", deck: "cards", rule: "rulebook" };
const TITLES = { map: "The map", counters: "The counters", cards: "The cards", charts: "The charts", rulebook: "The book" };
const FADE_MS = 4000;

/** What is looked at; it outlasts a visit to another room. */
const memory = { tab: "", language: "en", paper: "a4", size: null, products: {}, sheet: 0, chosen: null, both: false, views: {} };

export function open(room, desk) {
  return new Preview(room, desk);
}

class Preview {
  constructor(room, desk) {
    this.desk = desk;
    this.room = room;
    this.sheets = [];
    this.names = new Map();
    this.view = new SheetView({
      choose: (place) => this.choose(place), point: (place) => this.point(place),
      zoomed: (zoom) => { this.percent.textContent = `${Math.round(zoom * 100)} %`; },
    });
    this.panel = new Panel({ go: (what, name) => this.go(what, name), faces: (what, name) => this.faces(what, name), fold: () => this.foldPanel() });
    this.card = new ErrorCard(desk);
    this.finder = new Finder(desk, (row) => this.go(row.what, row.name));
    this.build();
    const on = (kind, take) => desk.socket.addEventListener(kind, this.listeners[this.listeners.push([kind, (event) => this.room.isConnected && take(event.detail)]) - 1][1]);
    this.listeners = [];
    on("sheet", (message) => this.takeSheet(message));
    on("saved", (message) => this.takeSaved(message));
    on("built", (message) => this.takeBuilt(message));
    on("failed", (message) => this.takeFailed(message));
    on("checked", (message) => this.takeChecked(message));
    on("state", (state) => state === "open" && this.look());
    this.start();
  }

  close() {
    for (const [kind, listener] of this.listeners) this.desk.socket.removeEventListener(kind, listener);
    this.remember();
  }

  // The page -----------------------------------------------------------------------------------------------

  build() {
    this.tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Products" });
    this.rail = el("div", { class: "rail" });
    this.percent = el("span", { class: "percent" });
    this.banner = el("p", { class: "banner", hidden: true });
    const tool = (label, key, act, name) => el("button", { type: "button", onclick: act, "aria-label": name || null }, label, key && [" ", el("kbd", {}, key)]);
    this.bothButton = tool("Both sides", "B", () => this.toggleBoth());
    this.toolbar = el("div", { class: "toolbar", role: "toolbar", "aria-label": "View" },
      tool("−", "", () => this.view.zoomBy(-1), "Smaller"), this.percent, tool("+", "", () => this.view.zoomBy(1), "Larger"),
      tool("Fit", "0", () => this.view.fit()), tool("True size", "T", () => this.view.zoomTo(1)), this.bothButton,
      this.file = el("a", { class: "file", download: "" }, "PDF as built"));
    this.stage = el("div", { class: "stage-box" }, this.view.element, this.banner, this.card.element);
    this.list = el("div", { class: "problems", hidden: true, tabindex: "0" });
    this.grip = el("div", { class: "grip", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": "Width of the panel", "aria-valuemin": "280", "aria-valuemax": "720", "aria-valuenow": "436" });
    this.status = el("footer", { class: "status" });
    this.state = el("span", { class: "state" });
    this.saved = el("span", { class: "what" });
    this.news = el("span", { class: "what" });
    this.watched = el("span", { class: "right" });
    fill(this.status, this.state, this.saved, this.news, this.watched);
    fill(this.room,
      el("div", { class: "tabrow" }, this.tabs, this.finder.element),
      el("div", { class: "workplace" }, this.rail, el("div", { class: "middle" }, this.stage, this.list, this.toolbar), this.grip, this.panel.element),
      this.status);
    this.grips();
  }

  async start() {
    const sheets = await this.desk.socket.ask("sheets", { language: memory.language, paper: memory.paper });
    this.catalogue = sheets;
    memory.size ??= sheets.size;
    if (!memory.tab) memory.tab = TABS.find(([tab]) => sheets.tabs[tab]?.length)?.[0] ?? ""; // none of a game that can't be read
    this.heads();
    this.drawTabs();
    this.watched.textContent = `watching ${sheets.watched} files`;
    this.desk.socket.ask("problems").then((message) => this.takeChecked(message));
    this.look();
    if (memory.chosen) this.ask(memory.chosen);
  }

  heads() {
    const { languages, papers, sizes } = this.catalogue;
    const row = (label, values, current, show, act) => values.length > 1 && el("span", { class: "choice" }, el("span", { class: "label" }, label),
      el("span", { class: "switch", role: "group", "aria-label": label }, values.map((value) => el("button", {
        type: "button", "aria-pressed": String(value === current), onclick: () => act(value) }, show(value)))));
    fill(this.desk.choices,
      row("Language", languages, memory.language, (code) => code.toUpperCase(), (language) => this.change({ language })),
      row("Paper", papers, memory.paper, (paper) => paper[0].toUpperCase() + paper.slice(1), (paper) => this.change({ paper })),
      memory.tab === "counters" && row("Size", sizes, memory.size, (size) => `${Math.round(size * 10) / 10}${size === sizes[0] ? " mm" : ""}`, (size) => this.change({ size })));
  }

  drawTabs() {
    fill(this.tabs, TABS.map(([tab, title], n) => {
      const some = tab === "problems" || this.catalogue.tabs[tab]?.length > 0;
      const counts = this.checked?.counts, total = counts ? counts.error + counts.warning : 0;
      return el("button", {
        type: "button", role: "tab", id: `tab-${tab}`, "aria-selected": String(tab === memory.tab), disabled: !some,
        tabindex: tab === (memory.tab || "problems") ? "0" : "-1", class: tab === "problems" && counts?.error ? "errors" : "",
        onclick: () => this.toTab(tab),
      }, title, " ", !some ? memory.tab && el("small", {}, "none in this game")
        : tab === "problems" ? counts && el("span", { class: `badge ${total ? (counts.error ? "bad" : "some") : ""}` }, String(total))
        : el("kbd", {}, String(n + 1)));
    }));
  }

  toTab(tab, product) {
    this.remember();
    if (tab !== memory.tab) memory.sheet = 0;
    memory.tab = tab;
    if (product) memory.products[tab] = product;
    this.heads();
    this.drawTabs();
    this.look();
  }

  async change(what) {
    Object.assign(memory, what);
    const products = Object.fromEntries(Object.entries(memory.products).map(([tab, path]) => [tab, this.catalogue.tabs[tab].findIndex((p) => p.path === path)]));
    this.catalogue = await this.desk.socket.ask("sheets", { language: memory.language, paper: memory.paper });
    for (const [tab, at] of Object.entries(products)) memory.products[tab] = this.catalogue.tabs[tab][at]?.path;
    this.heads();
    this.drawTabs();
    this.look(true);
  }

  /** The product that is looked at: {path, name}. */
  get product() {
    const products = this.catalogue?.tabs[memory.tab] ?? [];
    return products.find((product) => product.path === memory.products[memory.tab]) ?? products[0];
  }

  look(keep = false) {
    if (!this.catalogue) return;
    const problems = memory.tab === "problems";
    this.stage.hidden = this.toolbar.hidden = this.rail.hidden = problems;
    this.list.hidden = !problems;
    if (problems) return this.drawProblems();
    if (!this.product) return;
    if (this.path !== this.product.path) {
      if (!keep) this.view.fitted = true;
      this.sheets = [];
      this.fresh = true;
      this.file.href = `pictures/preview/file~${this.product.path.replaceAll("/", "~")}`;
    }
    this.path = this.product.path;
    this.busy();
    const size = memory.size === this.catalogue.size ? null : memory.size;
    this.desk.socket.ask("look", { path: this.path, size, first: memory.sheet }).catch((error) => this.desk.alert(error.message));
    this.drawRail();
  }

  busy() {
    this.state.className = "state busy";
    this.state.textContent = "building …";
  }

  // What comes ----------------------------------------------------------------------------------------------

  takeSheet(message) {
    if (message.path !== this.path) return;
    const before = this.sheets[message.n];
    this.sheets.length = message.of;
    this.sheets[message.n] = { ...message, regions: message.regions };
    if (message.changed.length) this.changes = (this.changes ?? []).concat(message.changed);
    if (memory.sheet >= message.of) memory.sheet = 0;
    if (this.isShown(message.n)) this.draw(this.fresh && message.n === memory.sheet, message.changed);
    if (!before || before.url !== message.url) this.drawRail();
    if (message.draft) this.state.textContent = "draft shown, drawing with care …";
    if (this.wanted) this.reach();
  }

  takeSaved({ files, at }) {
    this.card.saved();
    this.changes = [];
    this.savedText = `${files.map((file) => file.split("/").pop()).join(", ")} saved ${at}`;
    this.saved.textContent = this.savedText;
    this.busy();
  }

  takeBuilt(message) {
    if (message.path !== this.path) return;
    this.goodAt = message.at || new Date().toTimeString().slice(0, 8);
    this.fresh = false;
    this.room.classList.remove("stale");
    this.banner.hidden = true;
    this.card.mend();
    this.state.className = "state good";
    this.state.textContent = `Built in ${(message.ms / 1000).toFixed(2)} s`;
    this.watched.textContent = `watching ${message.watched} files`;
    const things = new Set((this.changes ?? []).map(([what, name]) => `${what} ${name}`));
    this.news.textContent = this.savedText ? this.changeText(things.size) : "";
    if (things.size) this.desk.say(this.news.textContent);
    if (memory.chosen && this.savedText) this.ask(memory.chosen);
    if (this.wanted) this.wanted = null;
  }

  changeText(count) {
    const all = new Set(this.sheets.flatMap((sheet) => (sheet?.regions ?? []).map((r) => `${r[0]} ${r[1]}`))).size;
    return count ? `${count} of ${all} pieces redrawn` : "sheets drawn anew";
  }

  takeFailed(message) {
    if (message.path !== this.path) return;
    const [first] = message.problems;
    this.room.classList.add("stale");
    this.banner.hidden = !this.sheets.some(Boolean);
    fill(this.banner, el("i", { class: "dot" }), this.goodAt ? ` Last good picture, of ${this.goodAt}. The sheet below is not your file as saved.` : " Not your file as saved.");
    this.state.className = "state bad";
    fill(this.state, el("button", { type: "button", onclick: () => this.card.unfold() }, el("b", {}, "✕ Not built "), `${first.file ? `${short(first)} ` : ""}${first.code}`));
    this.news.textContent = this.goodAt ? `pictures of ${this.goodAt} shown` : "";
    this.card.fail(message, `${TITLES[memory.tab] ?? "This"} can’t be drawn`);
  }

  takeChecked(message) {
    if (!message.counts) return;
    this.checked = message;
    if (this.catalogue) this.drawTabs();
    if (memory.tab === "problems") this.drawProblems();
  }

  drawProblems() {
    fill(this.list, problemList(this.checked));
  }

  // Sheets --------------------------------------------------------------------------------------------------

  isShown(n) { return this.shown().includes(n); }

  /** The sheets in sight: one, or with its other side. */
  shown() {
    const n = memory.sheet;
    if (!memory.both) return [n];
    const pair = n % 2 ? [n - 1, n] : [n, n + 1];
    return pair.filter((number) => number < this.sheets.length);
  }

  draw(anew, changed = []) {
    const sheets = this.shown().map((n) => this.sheets[n]).filter(Boolean);
    if (!sheets.length) return;
    this.view.show(sheets, anew);
    if (memory.chosen) this.view.mark("chosen", this.view.of(memory.chosen.what, memory.chosen.name));
    if (!changed.length) return;
    this.view.mark("changed", changed.flatMap(([what, name]) => this.view.of(what, name)));
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.view.mark("changed", []), FADE_MS);
  }

  drawRail() {
    const products = this.catalogue.tabs[memory.tab] ?? [];
    const choose = products.length > 1 && el("select", { "aria-label": "Product", onchange: (event) => this.toTab(memory.tab, event.target.value) },
      products.map((product) => el("option", { value: product.path, selected: product.path === this.path }, product.name)));
    fill(this.rail, choose, el("ol", {}, [...this.sheets].map((sheet, n) => sheet && el("li", {}, el("button", {
      type: "button", "aria-current": this.isShown(n) ? "true" : null, title: sheet.name, onclick: () => this.toSheet(n) },
      el("img", { src: sheet.url, alt: "", loading: "lazy" }), el("span", {}, label(sheet, n)))))),
      this.sheets.length > 1 && el("p", {}, `${this.sheets.length} sheets`));
  }

  toSheet(n) {
    memory.sheet = n;
    this.drawRail();
    this.draw(false);
  }

  toggleBoth() {
    memory.both = !memory.both;
    this.bothButton.setAttribute("aria-pressed", String(memory.both));
    this.drawRail();
    this.draw(true);
  }

  // Things --------------------------------------------------------------------------------------------------

  point(place) {
    if (!place) return this.view.tell(null);
    const [what, name] = place.region;
    const text = this.names.get(`${what} ${name}`) ?? `${what === "rule" ? "Rule " : ""}${name} · click: source`;
    this.view.tell(place, text);
    if (document.activeElement === this.view.element) this.desk.say(`${what} ${name}`);
  }

  choose(place) {
    if (!place) return;
    const [what, name] = place.region;
    memory.chosen = { what, name };
    this.view.mark("chosen", this.view.of(what, name));
    this.ask(memory.chosen);
  }

  ask(chosen) {
    this.desk.socket.ask("hit", chosen).then((source) => {
      if (memory.chosen !== chosen) return;
      this.panel.show(source);
      this.names.set(`${source.what} ${source.name}`, source.file ? `${source.title} · ${short(source)}` : source.title);
      this.room.classList.add("with-panel");
    }, (error) => this.panel.refuse(error.message));
  }

  /** Pictures of a thing from the sheets of this product: its front, and its back. */
  faces(what, name) {
    if (what !== "counter" && what !== "card" && what !== "group") return [];
    return this.sheets.flatMap((sheet) => {
      const region = sheet?.regions.find((r) => r[0] === what && r[1] === name);
      return region ? [{ name: "", sheet, region }] : [];
    }).slice(0, 2).map((face, n) => ({ ...face, name: n ? "back" : "front" }));
  }

  /** Show a thing where it is drawn, and its source. */
  go(what, name) {
    memory.chosen = { what, name };
    this.ask(memory.chosen);
    this.wanted = { what, name };
    const tab = TAB_OF[what];
    if (!tab || !this.catalogue.tabs[tab]?.length) return;
    if (tab !== memory.tab) this.toTab(tab);
    else this.reach();
  }

  /** Come to what is wanted, as soon as its sheet is there. */
  reach() {
    const { what, name } = this.wanted ?? {};
    const n = this.sheets.findIndex((sheet) => sheet?.regions.some((r) => r[0] === what && r[1] === name));
    if (n < 0) return;
    this.wanted = null;
    if (!this.isShown(n)) this.toSheet(n);
    else this.draw(false);
    const [place] = this.view.of(what, name);
    if (place) this.view.reveal(place);
  }

  // Panel and keys -------------------------------------------------------------------------------------------

  foldPanel() { this.room.classList.toggle("folded"); }

  grips() {
    const set = (px) => {
      const width = Math.max(280, Math.min(720, px));
      this.room.style.setProperty("--panel", `${width}px`);
      this.grip.setAttribute("aria-valuenow", String(Math.round(width)));
    };
    const width = () => this.panel.element.getBoundingClientRect().width;
    this.grip.addEventListener("pointerdown", (event) => {
      this.grip.setPointerCapture(event.pointerId);
      const move = (moved) => set(this.room.getBoundingClientRect().right - moved.clientX);
      this.grip.addEventListener("pointermove", move);
      this.grip.addEventListener("pointerup", () => this.grip.removeEventListener("pointermove", move), { once: true });
    });
    this.grip.addEventListener("dblclick", () => this.foldPanel());
    this.grip.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") set(width() + 24);
      else if (event.key === "ArrowRight") set(width() - 24);
      else if (event.key === "Enter") this.foldPanel();
      else return;
      event.stopPropagation();
      event.preventDefault();
    });
  }

  remember() { memory.products[memory.tab] = this.path ?? memory.products[memory.tab]; }

  /** The place that E and Y are about: that of the error, or of what is chosen. */
  get place() { return (!this.card.element.hidden && this.card.problem) || this.panel.source; }

  key(key, event) {
    const inTabs = event.target.closest?.("[role=tablist]");
    if (inTabs && (key === "ArrowRight" || key === "ArrowLeft")) return this.nextTab(key === "ArrowRight" ? 1 : -1);
    const onCanvas = event.target === this.view.element || event.target === document.body;
    if (key.startsWith("Arrow") && onCanvas && memory.tab !== "problems") { this.view.step(key); return true; }
    if (key === "Enter" && event.target === this.view.element) { this.choose(this.view.hovered); return true; }
    if (key === "Escape") return this.finder.close() || this.card.fold() || this.unchoose();
    if (/^[1-6]$/.test(key)) {
      const [tab] = TABS[key - 1];
      if (!this.catalogue.tabs[tab]?.length && tab !== "problems") return false;
      this.toTab(tab);
      return true;
    }
    const act = {
      "+": () => this.view.zoomBy(1), "=": () => this.view.zoomBy(1), "-": () => this.view.zoomBy(-1), 0: () => this.view.fit(),
      t: () => this.view.zoomTo(1), b: () => this.toggleBoth(), "/": () => this.finder.open(),
      e: () => this.place && address(this.place) && location.assign(address(this.place)),
      y: () => this.place && copy(`${this.place.file}:${this.place.line}`),
    }[key.toLowerCase()];
    act?.();
    return Boolean(act);
  }

  nextTab(by) {
    const tabs = TABS.map(([tab]) => tab).filter((tab) => tab === "problems" || this.catalogue.tabs[tab]?.length);
    this.toTab(tabs[(tabs.indexOf(memory.tab) + by + tabs.length) % tabs.length]);
    document.getElementById(`tab-${memory.tab}`).focus();
    return true;
  }

  unchoose() {
    if (!memory.chosen) return false;
    memory.chosen = null;
    this.view.mark("chosen", []);
    this.panel.empty();
    this.room.classList.remove("with-panel");
    return true;
  }
}

function label(sheet, n) {
  const name = sheet.name.includes(": ") ? sheet.name.split(": ").pop() : sheet.name;
  return /^\d+$/.test(name) || !name ? `${n + 1}` : `${n + 1} ${name}`;
}
