// The canvas: sheets in mm, zoomed and moved; what is under the pointer, chosen, changed.
import { el, fill } from "./dom.js";

const CSS_PX_PER_MM = 96 / 25.4, GAP_MM = 6, LEAST = 0.08, MOST = 16, STEP = 1.25, CLICK_PX = 4;

export class SheetView {
  /** `choose(region)` is called for a click, `point(region)` when the pointer or the cursor comes to another one. */
  constructor({ choose, point, zoomed }) {
    Object.assign(this, { choose, point, zoomed });
    this.sheets = [];
    this.zoom = 1;
    this.x = this.y = 0;
    this.fitted = true;
    this.stage = el("div", { class: "stage" });
    this.rings = el("div", { class: "rings" });
    this.tag = el("div", { class: "tag", hidden: true });
    this.bar = el("div", { class: "scalebar", "aria-hidden": "true" }, el("span", {}, "0"), el("i"), el("span", {}));
    this.element = el("div", {
      class: "canvas", tabindex: "0", role: "application", "aria-roledescription": "sheet",
      "aria-label": "Sheet. Arrow keys go from thing to thing, Enter shows where it comes from.",
    }, this.stage, this.tag, this.bar);
    this.stage.append(this.rings);
    this.listen();
    new ResizeObserver(() => (this.fitted ? this.fit() : this.place())).observe(this.element);
  }

  get scale() { return this.zoom * CSS_PX_PER_MM; }

  /** Show these sheets side by side: {url, w, h, regions}. Zoom and place stay unless the product is another one. */
  show(sheets, anew) {
    const images = sheets.map((sheet, n) => this.image(sheet, this.sheets[n]?.image));
    let x = 0;
    this.sheets = sheets.map((sheet, n) => {
      const placed = { ...sheet, image: images[n], x };
      x += sheet.w + GAP_MM;
      return placed;
    });
    fill(this.stage, images, this.rings);
    if (anew || this.fitted) this.fit();
    else this.place();
  }

  /** The picture in the element that shows the former one, exchanged when it is decoded, so that nothing flickers. */
  image(sheet, former) {
    if (former && former.dataset.url === sheet.url) return former;
    const image = el("img", { class: "sheet", alt: sheet.name, draggable: "false" });
    image.dataset.url = sheet.url;
    image.src = sheet.url;
    if (former?.src) {
      former.dataset.url = sheet.url;
      image.decode().then(() => { if (former.dataset.url === sheet.url) former.src = sheet.url; }, () => { former.src = sheet.url; });
      return former;
    }
    return image;
  }

  place() {
    const k = this.scale;
    for (const sheet of this.sheets) {
      Object.assign(sheet.image.style, { left: `${sheet.x * k}px`, width: `${sheet.w * k}px`, height: `${sheet.h * k}px` });
    }
    this.stage.style.transform = `translate(${Math.round(this.x)}px, ${Math.round(this.y)}px)`;
    for (const ring of this.rings.children) this.ring(ring);
    this.label();
    const mm = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((length) => length * k >= 70) ?? 1000;
    this.bar.children[1].style.width = `${mm * k}px`;
    this.bar.children[2].textContent = `${mm} mm`;
    this.zoomed(this.zoom);
  }

  fit() {
    const width = this.sheets.reduce((sum, sheet) => sum + sheet.w + GAP_MM, -GAP_MM);
    const height = Math.max(...this.sheets.map((sheet) => sheet.h));
    const { clientWidth: w, clientHeight: h } = this.element;
    if (!this.sheets.length || !w) return;
    this.zoom = Math.min((w - 32) / (width * CSS_PX_PER_MM), (h - 32) / (height * CSS_PX_PER_MM), MOST);
    this.x = (w - width * this.scale) / 2;
    this.y = (h - height * this.scale) / 2;
    this.fitted = true;
    this.place();
  }

  /** Zoom to `zoom`; the point (x, y) of the canvas, its middle when left out, stays where it is. */
  zoomTo(zoom, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2) {
    const next = Math.max(LEAST, Math.min(MOST, zoom)), ratio = next / this.zoom;
    this.x = x - (x - this.x) * ratio;
    this.y = y - (y - this.y) * ratio;
    this.zoom = next;
    this.fitted = false;
    this.place();
  }

  zoomBy(steps) { this.zoomTo(this.zoom * STEP ** steps); }

  moveBy(x, y) {
    this.x += x;
    this.y += y;
    this.fitted = false;
    this.place();
  }

  /** Bring a region into sight, in the middle when it is outside; zoom in when it is too small to be read. */
  reveal({ sheet, region }) {
    const k = this.scale, [, , rx, ry, rw, rh] = region;
    const { clientWidth: w, clientHeight: h } = this.element;
    if (Math.max(rw, rh) * k < 40) { this.zoomTo(Math.min(2, 90 / (Math.max(rw, rh) * CSS_PX_PER_MM))); }
    const x = this.x + (sheet.x + rx + rw / 2) * this.scale, y = this.y + (ry + rh / 2) * this.scale;
    if (x < 40 || y < 40 || x > w - 40 || y > h - 40) this.moveBy(w / 2 - x, h / 2 - y);
  }

  /** What lies at a point of the window: the smallest region there, of equal ones that whose middle is nearest. */
  at(clientX, clientY) {
    const box = this.element.getBoundingClientRect(), k = this.scale;
    const px = (clientX - box.left - this.x) / k, py = (clientY - box.top - this.y) / k;
    let best = null, least = Infinity;
    for (const sheet of this.sheets) {
      for (const region of sheet.regions) {
        const [, , x, y, w, h] = region, dx = px - sheet.x - x, dy = py - y;
        if (dx < 0 || dy < 0 || dx > w || dy > h) continue;
        const size = w * h + Math.hypot(dx - w / 2, dy - h / 2);
        if (size < least) [best, least] = [{ sheet, region }, size];
      }
    }
    return best;
  }

  /** All places of a thing on the sheets that are shown. */
  of(what, name) {
    return this.sheets.flatMap((sheet) => sheet.regions.filter((r) => r[0] === what && r[1] === name).map((region) => ({ sheet, region })));
  }

  // Rings -------------------------------------------------------------------------------------------------

  /** Replace the rings of a class by those around `places`. */
  mark(kind, places) {
    for (const ring of [...this.rings.children]) if (ring.classList.contains(kind)) ring.remove();
    for (const place of places) {
      const ring = el("div", { class: `ring ${kind}` });
      ring.place = place;
      this.rings.append(ring);
      this.ring(ring);
    }
  }

  ring(ring) {
    const { sheet, region: [, , x, y, w, h] } = ring.place, k = this.scale;
    Object.assign(ring.style, { left: `${(sheet.x + x) * k}px`, top: `${y * k}px`, width: `${w * k}px`, height: `${h * k}px` });
  }

  /** A dark tag below a place; none without text. */
  tell(place, text) {
    this.told = text && place ? { place, text } : null;
    this.label();
  }

  label() {
    this.tag.hidden = !this.told;
    if (!this.told) return;
    const { place: { sheet, region: [, , x, y, w, h] }, text } = this.told, k = this.scale;
    fill(this.tag, text);
    const left = this.x + (sheet.x + x + w / 2) * k - this.tag.offsetWidth / 2;
    const top = this.y + (y + h) * k + 6;
    const room = this.element.clientHeight - this.tag.offsetHeight - 4;
    this.tag.style.left = `${Math.max(4, Math.min(left, this.element.clientWidth - this.tag.offsetWidth - 4))}px`;
    this.tag.style.top = `${top > room ? Math.max(4, this.y + y * k - this.tag.offsetHeight - 6) : top}px`;
  }

  // Hands -------------------------------------------------------------------------------------------------

  listen() {
    const pointers = new Map();
    let moved = 0;
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      pointers.set(event.pointerId, event);
      if (pointers.size === 1) moved = 0;
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) {
        this.hover(this.at(event.clientX, event.clientY));
        return;
      }
      const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
      if (pointers.size === 2) this.pinch(pointers, event);
      moved += Math.abs(dx) + Math.abs(dy);
      pointers.set(event.pointerId, event);
      if (pointers.size === 1 && moved > CLICK_PX) this.moveBy(dx, dy);
    });
    const up = (event) => {
      if (!pointers.delete(event.pointerId) || event.type === "pointercancel") return;
      if (moved <= CLICK_PX) this.choose(this.at(event.clientX, event.clientY));
    };
    this.element.addEventListener("pointerup", up);
    this.element.addEventListener("pointercancel", up);
    this.element.addEventListener("pointerleave", () => this.hover(null));
    this.element.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = this.element.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) this.zoomTo(this.zoom * Math.exp(-event.deltaY / 200), event.clientX - box.left, event.clientY - box.top);
      else this.moveBy(event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY);
    }, { passive: false });
  }

  pinch(pointers, event) {
    const [a, b] = [...pointers.values()].map((p) => (p.pointerId === event.pointerId ? event : p));
    const [c, d] = [...pointers.values()];
    const ratio = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) / Math.hypot(c.clientX - d.clientX, c.clientY - d.clientY);
    const box = this.element.getBoundingClientRect();
    this.zoomTo(this.zoom * ratio, (a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top);
  }

  hover(place) {
    if (place?.region === this.hovered?.region) return;
    this.hovered = place;
    this.mark("hover", place ? [place] : []);
    this.point(place);
  }

  /** The nearest region in the direction of an arrow key; without a cursor the one nearest to the middle of the canvas. */
  step(key) {
    const [ax, ay] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const middle = ({ sheet, region: [, , x, y, w, h] }) => [sheet.x + x + w / 2, y + h / 2];
    const all = this.sheets.flatMap((sheet) => sheet.regions.map((region) => ({ sheet, region })));
    const [fx, fy] = this.hovered ? middle(this.hovered)
      : [(this.element.clientWidth / 2 - this.x) / this.scale, (this.element.clientHeight / 2 - this.y) / this.scale];
    let best = null, least = Infinity;
    for (const place of all) {
      const [x, y] = middle(place), along = (x - fx) * ax + (y - fy) * ay, across = Math.abs((x - fx) * ay) + Math.abs((y - fy) * ax);
      if (this.hovered && (along < 0.2 || across > along * 2.2)) continue;
      const far = this.hovered ? along + across * 2 : Math.hypot(x - fx, y - fy);
      if (far < least) [best, least] = [place, far];
    }
    if (!best) return;
    this.hover(best);
    this.reveal(best);
  }
}
