// Keys: single letters act only while no field has the focus, and can be switched off (WCAG 2.1.4).

const FIELDS = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";

/** Call `act(key, event)` of the room for each key that isn't typed into a field; it returns whether it took the key. */
export function listen(room) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = event.target instanceof Element && event.target.matches(FIELDS);
    if (typed && event.key !== "Escape") return;
    const single = event.key.length === 1;
    if (single && localStorage.getItem("desk-letters") === "off") return;
    if (room()?.key?.(event.key, event)) event.preventDefault();
  });
}
