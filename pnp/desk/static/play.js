// The Play room: lobby, then log | board | odds with an action bar. What is legal comes from the referee alone.
import { el, fill } from "./dom.js";
import { Bar, NUMBERED } from "./play-bar.js";
import { Board } from "./play-board.js";
import { Game } from "./play-game.js";
import { List } from "./play-list.js";
import { lobby } from "./play-lobby.js";
import { Log } from "./play-log.js";
import { chart, oddsCard } from "./play-odds.js";
import { strip } from "./play-strip.js";

const SOON = 90;

export function open(room, desk) {
  const closing = new AbortController(), { signal } = closing;
  const game = new Game(desk, signal);
  let looked = null, tagTimer = 0, oddsTimer = 0, asked = 0, laid = false;

  // Parts ---------------------------------------------------------------------------------------------------

  const link = (address) => el("button", { type: "button", class: "rule-link", onclick: () => showRule(address) }, address);
  const board = new Board(game, { place, unit, fan, hover, drop, cursor });
  const log = new Log(game, link, (by) => step(game.table.back + by));
  const list = new List(game, choose);
  const bar = new Bar(game, {
    choose, link, undo, advice, rule: () => showRule(""), charts: () => side("Charts"), go, look,
  });
  const stripNode = el("div", { class: "strip" });
  const tag = el("div", { class: "play-tag", role: "status", hidden: true });
  const fanNode = el("section", { class: "fan", "aria-label": "Units of this stack", hidden: true });
  const key = el("aside", { class: "key", "aria-label": "How pieces show", hidden: true },
    el("h2", {}, "How pieces show ", el("kbd", {}, "K")), el("ul", {}, [["legal", "Legal", "amber ring, number"], ["chosen", "Chosen", "blue ring, tick"],
      ["target", "Target", "red dashes, hatch"], ["blank", "Hidden", "back and count only"]].map(([kind, name, what]) => (
      el("li", {}, el("i", { class: `sample ${kind}` }, kind === "blank" ? "?" : ""), el("span", {}, el("b", {}, name), ` ${what}`))
    ))));
  const panels = {
    Odds: el("div", { class: "play-panel" }), Units: el("div", { class: "play-panel" }), Log: log.element, Charts: el("div", { class: "play-panel" }),
    Rule: el("div", { class: "play-panel" }), List: list.element,
  };
  const tabs = el("div", { class: "play-tabs", role: "tablist", "aria-label": "Panels" }, Object.keys(panels).map((name) => el("button", {
    type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => side(name),
  }, name)));
  for (const [name, panel] of Object.entries(panels)) {
    panel.id = `panel-${name}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${name}`);
  }
  const boardPart = el("div", { class: "board-part" }, board.element, fanNode, key, tag);
  const sidePart = el("div", { class: "side-part" }, tabs, Object.values(panels));
  const table = el("div", { class: "table" }, stripNode, boardPart, sidePart, bar.element);

  function side(name) {
    for (const tab of tabs.children) tab.setAttribute("aria-selected", String(tab.textContent === name));
    sidePart.dataset.tab = name;
    for (const [other, panel] of Object.entries(panels)) panel.classList.toggle("on", other === name);
  }
  side("Odds");

  // What is told --------------------------------------------------------------------------------------------

  game.addEventListener("lobby", ({ detail }) => {
    laid = false;
    fill(desk.choices);
    lobby(room, detail, (setting) => game.ask("seat", setting));
  });
  game.addEventListener("waiting", ({ detail }) => {
    laid = false;
    fill(room, el("div", { class: "placeholder" }, el("h2", {}, detail.text)));
  });
  game.addEventListener("board", ({ detail }) => {
    board.open(detail);
    fill(panels.Charts, detail.charts.map((one) => chart(one, null, link)));
  });
  game.addEventListener("table", () => {
    if (!laid) {
      laid = true;
      fill(room, table);
    }
    show();
  });

  function show() {
    const { table: now } = game;
    looked = null;
    clearTimeout(oddsTimer);
    if (now.choices.length && board.cursor && !now.choices.some((choice) => choice.thing === board.cursor || choice.at === board.cursor)) board.cursor = null;
    head();
    strip(stripNode, game);
    board.show();
    bar.show(board.cursor);
    list.show();
    const news = log.show();
    fanNode.hidden = true;
    hideTag();
    odds(now.odds, null, "");
    const marked = bar.marked();
    if (marked?.roll && marked.thing) look(marked);
    panels.Units.replaceChildren(...unitsCards());
    const said = news.filter(({ kind }) => kind !== "do").slice(-4).map(({ text }) => text);
    desk.say([...said, bar.question()].join(" "));
    if (now.over) desk.alert(now.over);
  }

  function head() {
    const { table: now } = game;
    const chip = (name, text) => {
      const dot = el("i", { class: "side-chip" });
      dot.style.background = game.sideColour(name);
      return el("span", { class: "who" }, dot, ` ${text}`);
    };
    fill(desk.choices, el("span", { class: "setting" }, now.scenario),
      Object.entries(now.players).map(([name, player]) => chip(name, name === now.side ? `You: ${game.sideName(name)}` : `${game.sideName(name)}: ${player}`)),
      desk.author ? el("button", { type: "button", class: "head-button", onclick: save }, "Save ", el("kbd", {}, "S")) : null,
      desk.author ? el("button", { type: "button", class: "head-button", onclick: leave }, "Leave") : null);
  }

  function odds(now, then, candidate) {
    const { table: state } = game;
    const roll = now ?? then;
    const chartOf = roll && game.board.charts.find(({ id }) => id === roll.table);
    fill(panels.Odds, roll ? oddsCard(game, now, then, candidate, link) : null, situation(state),
      chartOf ? chart(chartOf, roll.column, link) : null);
  }

  function situation(state) {
    const lines = [state.over, ...state.about, ...state.tracks].filter(Boolean);
    return el("section", { class: "card" }, el("h2", {}, state.decision.title || "The game"),
      state.decision.chosen.length ? el("p", {}, "Chosen: ", state.decision.chosen.map(({ kind, id }) => (kind === "unit" ? game.units.get(id)?.name ?? id : game.placeName(id))).join(", ")) : null,
      el("ul", { class: "plain-list" }, lines.map((line) => el("li", {}, line))),
      state.hand.map((card) => el("p", { class: "card-in-hand" }, card.value == null ? "" : el("b", {}, `${card.value} `), el("b", {}, card.title), " ", card.text)));
  }

  function unitsCards() {
    const place = board.cursor;
    if (!place) return [el("p", { class: "quiet" }, "Choose a place on the board to see what stands there.")];
    const units = game.unitsAt(place);
    return [el("h2", {}, game.placeName(place), el("small", {}, ` ${game.groundText(place)}`)), el("ul", { class: "fan-list" }, units.map((one) => unitRow(one)))];
  }

  // Deciding ------------------------------------------------------------------------------------------------

  async function send(kind, fields) {
    try {
      const answer = await game.ask(kind, fields);
      if (answer.kind === "refused") refuse(answer);
      if (answer.kind === "stale") desk.alert("The table had changed. Nothing was done; look again.");
      return answer;
    } catch (error) {
      desk.alert(error.message);
      showTag([el("b", {}, "Can’t"), el("p", {}, error.message)], null, true);
      return null;
    }
  }

  function choose(choice) {
    const name = choice.do.join();
    if (choice.roll?.at_once && localStorage.getItem("desk-roll") !== "at-once" && bar.armed !== name) {
      fold();
      bar.armed = name;
      bar.show(board.cursor);
      look(choice);
      desk.say(`${choice.text}. It can’t be undone. Choose it again to roll.`);
      return null;
    }
    bar.armed = null;
    return send("do", { do: choice.do });
  }

  function undo() { return send("undo"); }

  function step(back) { if (back >= 0 && back <= game.table.decisions) send("step", { back }); }

  async function advice() {
    const answer = await send("advice");
    if (!answer?.options) return;
    side("Rule");
    fill(panels.Rule, el("section", { class: "card" }, el("h2", {}, "What the computer thinks"), answer.options.length ? el("ol", { class: "advice" }, answer.options.map((one) => (
      el("li", {}, el("button", { type: "button", class: "plain", onclick: () => choose(game.table.choices[one.n - 1]) }, one.text), el("p", {}, one.reason))
    ))) : el("p", {}, "There is no advice for this.")));
    desk.say(answer.options[0] ? `Advice: ${answer.options[0].text}, ${answer.options[0].reason}` : "There is no advice for this.");
  }

  async function showRule(address) {
    const answer = await send("rule", { address });
    if (!answer?.text && !answer?.title) return;
    side("Rule");
    fill(panels.Rule, el("section", { class: "card rule" }, el("h2", {}, answer.address === answer.title ? answer.title : `${answer.address} ${answer.title}`),
      answer.text.split(/\n{2,}/u).map((text) => el("p", {}, text))));
    desk.say(`${answer.title}. ${answer.text.slice(0, 300)}`);
  }

  function save() {
    const name = el("input", { type: "text", required: true, maxlength: 60, value: `Turn ${game.table.turn}`, "aria-label": "Name of the saved game" });
    ask("Save the game", [name], "Save", async () => {
      const answer = await send("save", { name: name.value });
      if (answer?.file) desk.say(`Saved as ${answer.file}.`);
    });
  }

  function leave() { ask("Leave this game?", [el("p", {}, "What you have saved stays.")], "Leave", () => send("stop")); }

  function ask(title, inside, yes, run) {
    const dialog = el("dialog", { class: "ask-dialog", "aria-label": title });
    dialog.append(el("form", { method: "dialog", onsubmit: () => run() }, el("h2", {}, title), inside, el("div", { class: "dialog-buttons" },
      el("button", { type: "button", onclick: () => dialog.close() }, "Cancel"), el("button", { class: "primary", type: "submit" }, yes))));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  // The board -----------------------------------------------------------------------------------------------

  function place(id) {
    const choice = game.byThing.get(id);
    if (choice) return choose(choice);
    const inside = game.table.choices.filter((one) => one.at === id);
    if (inside.length === 1) return choose(inside[0]);
    if (inside.length) return fan(game.unitsAt(id));
    return explain(id);
  }

  function unit(id) {
    const choice = game.byThing.get(id);
    if (choice) return choose(choice);
    return explain(id);
  }

  async function explain(thing) {
    if (!game.table.mine || game.table.back) return;
    const answer = await game.ask("why", { thing });
    if (answer.text) refuse(answer);
  }

  function refuse(answer) {
    showTag([el("p", { class: "cant" }, el("b", {}, "✕ Can’t"), answer.rule ? ": " : "", answer.rule ? link(answer.rule) : ""), el("p", {}, answer.text)], null, true);
    desk.alert(`Can’t${answer.rule ? `: ${answer.rule}` : ""}. ${answer.text}`);
  }

  async function drop(id, target) {
    const first = game.byThing.get(id);
    if (!target || target === game.units.get(id)?.at) return first ? void choose(first) : undefined;
    if (first) {
      const answer = await choose(first);
      if (answer?.kind !== "done") return undefined;
    }
    const choice = game.byThing.get(target);
    if (choice) return choose(choice);
    const verb = game.table.choices.find(({ takes }) => takes === "space")?.do[0];
    const why = await game.ask("why", verb ? { do: [verb, target] } : { thing: target });
    if (first && game.table.undo.may) await send("undo");
    return refuse(why);
  }

  function cursor(id) {
    bar.show(id);
    panels.Units.replaceChildren(...unitsCards());
    const choice = game.byThing.get(id);
    if (choice) look(choice);
    const state = choice ? `${choice.text}${game.table.choices.length <= NUMBERED ? `, key ${choice.n}` : ""}` : game.table.choices.some((one) => one.at === id) ? "has choices" : "";
    desk.say([game.placeName(id), game.groundText(id), game.stackText(id), state].filter(Boolean).join("; "));
  }

  function unitRow(one) {
    const choice = game.byThing.get(one.id), chosen = game.chosen.has(one.id);
    const why = el("span", { class: "why" }, choice ? `${choice.text}${game.table.choices.length <= NUMBERED ? ` · key ${choice.n}` : ""}` : chosen ? "✓ chosen" : "");
    const face = one.face ? el("img", { src: `pictures/play/${one.face}`, alt: "" }) : el("span", { class: "face blank" }, "?");
    const row = el("button", { type: "button", class: `unit-row ${choice ? "legal" : ""} ${chosen ? "chosen" : ""}`, onclick: () => (choice ? choose(choice) : explain(one.id)) },
      face, el("span", {}, el("b", {}, one.hidden ? "Hidden unit" : one.name),
        el("small", {}, (one.values ?? []).map(([name, value]) => [`${name} `, el("b", {}, value), "  "]).flat()), el("small", {}, (one.states ?? []).join(", ")), why));
    if (!choice && !chosen && game.table.mine && !one.hidden && !one.marker) {
      row.addEventListener("pointerenter", () => told(), { once: true });
      row.addEventListener("focus", () => told(), { once: true });
    }
    async function told() {
      const answer = await game.ask("why", { thing: one.id });
      if (answer.text) fill(why, "✕ Can’t", answer.rule ? `: ${answer.rule}. ` : ". ", answer.text);
    }
    return el("li", {}, row);
  }

  function fan(units) {
    const { at, x, y } = units[0], { view } = board;
    fill(fanNode, el("header", {}, el("h2", {}, game.placeName(at), el("small", {}, ` ${game.groundText(at)}`)),
      el("button", { type: "button", "aria-label": "Fold", onclick: fold }, "✕")), el("ul", { class: "fan-list" }, units.map(unitRow)));
    fanNode.hidden = false;
    hideTag();
    const [width, height] = [boardPart.clientWidth, boardPart.clientHeight];
    const left = x * view.zoom + view.x + board.board.counter * view.zoom * 0.6, top = y * view.zoom + view.y - 40;
    fanNode.style.left = `${Math.max(8, Math.min(left, width - fanNode.offsetWidth - 8))}px`;
    fanNode.style.top = `${Math.max(8, Math.min(top, height - fanNode.offsetHeight - 8))}px`;
    (fanNode.querySelector("li .legal") ?? fanNode.querySelector("li button"))?.focus();
  }

  function fold() {
    if (fanNode.hidden) return false;
    fanNode.hidden = true;
    board.stage.focus();
    return true;
  }

  // Hovering: a tag at once from what is here, the reason from the referee a moment later -----------------------

  function hover(at) {
    clearTimeout(tagTimer);
    if (!at || (!at.unit && !at.place)) return hideTag();
    const choice = game.byThing.get(at.unit) ?? game.byThing.get(at.place);
    if (choice) look(choice);
    else if (looked) look(null);
    const one = at.unit && game.units.get(at.unit);
    const lines = one ? [el("b", {}, game.unitText(one)), el("p", {}, game.placeName(one.at), " ", game.groundText(one.at))]
      : [el("b", {}, game.placeName(at.place)), el("p", {}, game.groundText(at.place))];
    if (choice) lines.push(el("p", { class: "can" }, choice.text));
    const thing = choice ? null : at.unit && !one.hidden && !one.marker ? at.unit : game.table.choices.some(({ takes }) => takes === "space") ? at.place : null;
    const wants = ++asked;
    tagTimer = setTimeout(async () => {
      showTag(lines, at.event);
      if (!thing || !game.table.mine || game.table.back || game.chosen.has(thing)) return;
      const answer = await game.ask("why", { thing }).catch(() => null);
      if (answer?.text && wants === asked && !tag.hidden) {
        showTag([...lines, el("p", { class: "cant" }, el("b", {}, "✕ Can’t"), answer.rule ? `: ${answer.rule}` : ""), el("p", {}, answer.text)], at.event);
      }
    }, SOON);
    return undefined;
  }

  function showTag(lines, event, pinned = false) {
    fill(tag, lines);
    tag.hidden = false;
    tag.classList.toggle("pinned", pinned);
    const box = boardPart.getBoundingClientRect();
    const [x, y] = event ? [event.clientX - box.left + 16, event.clientY - box.top + 20] : [box.width / 2 - 150, box.height - 120];
    tag.style.left = `${Math.max(8, Math.min(x, box.width - tag.offsetWidth - 8))}px`;
    tag.style.top = `${Math.max(8, Math.min(y, box.height - tag.offsetHeight - 8))}px`;
    if (pinned) {
      clearTimeout(tagTimer);
      tagTimer = setTimeout(hideTag, 6000);
    }
  }

  function hideTag() {
    asked++;
    tag.hidden = true;
  }

  /** Show what a candidate comes to: its way, and the odds with it. */
  function look(choice) {
    const marked = bar.marked();
    choice ??= marked?.roll && marked.thing ? marked : null;
    if (choice === looked) return;
    looked = choice;
    clearTimeout(oddsTimer);
    board.showWay([]);
    if (!choice?.thing || game.table.back) return void odds(game.table.odds, null, "");
    oddsTimer = setTimeout(async () => {
      const answer = await game.ask("odds", { do: choice.do }).catch(() => null);
      if (!answer || looked !== choice) return;
      board.showWay(answer.way.length ? answer.way : choice.takes === "space" && game.units.get(game.table.decision.mover) ? [game.units.get(game.table.decision.mover).at, choice.thing] : []);
      odds(answer.now, answer.then, choice.takes === "unit" ? game.units.get(choice.thing)?.name ?? choice.text : game.placeName(choice.thing));
    }, SOON);
  }

  function go(text) {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return;
    const named = (name) => name?.toLowerCase() === wanted || name?.toLowerCase().includes(`(${wanted})`);
    const offered = game.table.choices.find((choice) => choice.label === text.trim() && choice.takes === "space")
      ?? game.table.choices.find((choice) => named(choice.takes === "space" ? game.placeName(choice.thing) : game.units.get(choice.thing)?.name));
    if (offered && offered.takes === "unit") return void choose(offered);
    const found = offered?.thing ?? [...game.places.values()].find(({ name, id }) => named(name) || id === wanted)?.id
      ?? game.table.units.find(({ name }) => named(name))?.at;
    if (!found) return void desk.alert(`Nothing is called ${text}.`);
    board.setCursor(found);
    board.stage.focus();
  }

  function focusGo() {
    const input = bar.element.querySelector(".go input");
    if (input) return input.focus();
    const field = el("input", { type: "text", required: true, "aria-label": "Place or unit" });
    return ask("Go to", [field], "Go", () => go(field.value));
  }

  const KEYS = {
    u: undo, h: advice, "?": () => showRule(""), k: () => { key.hidden = !key.hidden; }, c: () => side(sidePart.dataset.tab === "Charts" ? "Odds" : "Charts"),
    l: () => { side("Log"); log.lines.focus(); }, "[": () => step(game.table.back + 1), "]": () => step(game.table.back - 1), g: focusGo,
    j: () => board.next(1), J: () => board.next(-1), " ": () => board.toggleUnits(), 0: () => board.fit(), "+": () => board.zoomBy(1.25), "-": () => board.zoomBy(1 / 1.25),
    t: () => { board.zoomBy(1 / board.view.zoom); }, s: () => desk.author && save(), n: () => board.cursor && explain(board.cursor),
  };

  return {
    game,
    key(name, event) {
      if (!laid || document.querySelector("dialog[open]")) return false;
      const target = event.target instanceof Element ? event.target : document.body;
      if (name === "Escape") {
        if (fold()) return true;
        if (bar.armed) { bar.armed = null; bar.show(board.cursor); return true; }
        hideTag();
        if (target.matches("input")) { board.stage.focus(); return true; }
        return false;
      }
      if (name.startsWith("Arrow")) {
        if (target.closest("[role=tablist], .log-lines, .scroll, .play-panel, .list")) return false;
        board.move(name);
        return true;
      }
      const onButton = target.closest("button, a, summary, label");
      if (name === "Enter" || name === " ") {
        if (onButton) return false;
        if (name === "Enter") {
          const marked = bar.marked();
          if (!marked) return false;
          const inside = board.cursor ? game.table.choices.filter((one) => one.at === board.cursor && one.takes === "unit") : [];
          if (inside.length > 1 && !game.byThing.has(board.cursor)) fan(game.unitsAt(board.cursor));
          else choose(marked);
          return true;
        }
      }
      if (/^[1-9]$/u.test(name)) {
        const choice = game.table.choices.length <= NUMBERED && game.table.choices[Number(name) - 1];
        if (choice) choose(choice);
        return Boolean(choice);
      }
      const run = KEYS[name] ?? KEYS[name.toLowerCase()];
      run?.();
      return Boolean(run);
    },
    close() { closing.abort(); },
  };
}
