// The one socket of the page: asks with an id, opens again when it was cut, and sends again what was not answered.

const FIRST_WAIT = 250, LONGEST_WAIT = 5000;

export class Socket extends EventTarget {
  /** Events: "state" (detail: "open", "closed" or "ended"); each kind of message that answers no question (detail: message). */
  constructor(address) {
    super();
    this.address = address;
    this.page = crypto.getRandomValues(new Uint32Array(2)).join("");
    this.count = 0;
    this.waiting = new Map();
    this.wait = FIRST_WAIT;
    this.open();
  }

  open() {
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => {
      this.dispatchEvent(new CustomEvent("state", { detail: "open" }));
      for (const { message } of this.waiting.values()) this.socket.send(JSON.stringify(message));
    });
    this.socket.addEventListener("message", (event) => {
      this.wait = FIRST_WAIT;
      this.take(JSON.parse(event.data));
    });
    this.socket.addEventListener("close", ({ reason }) => {
      this.why = reason;
      this.dispatchEvent(new CustomEvent("state", { detail: "closed" }));
      setTimeout(() => this.reopen(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    });
  }

  /** Open again, unless the server lets this page in no more: another run of it has other tokens. */
  async reopen() {
    const answer = await fetch(".", { method: "HEAD" }).catch(() => null);
    if (answer?.status === 403) this.dispatchEvent(new CustomEvent("state", { detail: "ended" }));
    else this.open();
  }

  take(message) {
    const asked = this.waiting.get(message.re);
    this.waiting.delete(message.re);
    if (asked && message.kind === "error") asked.reject(new Error(message.text));
    else if (asked) asked.resolve(message);
    else if (message.re && !message.re.startsWith(this.page) && message.v == null) return; // another page's answer
    else this.dispatchEvent(new CustomEvent(message.kind, { detail: message }));
  }

  /** The answer to a message; it is sent again, with the same id, after the socket was cut. */
  ask(kind, fields = {}) {
    const message = { ...fields, kind, id: `${this.page}-${++this.count}` };
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { message, resolve, reject });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
  }

  on(kind, listener) {
    this.addEventListener(kind, (event) => listener(event.detail));
  }
}
