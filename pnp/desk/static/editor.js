// Links that open a file at its line in an editor, by schemes that editors register. The choice is kept in the browser.

const EDITORS = {
  vscode: ["VS Code", (file, line, column) => `vscode://file${file}:${line}:${column}`],
  vscodium: ["VSCodium", (file, line, column) => `vscodium://file${file}:${line}:${column}`],
  cursor: ["Cursor", (file, line, column) => `cursor://file${file}:${line}:${column}`],
  zed: ["Zed", (file, line, column) => `zed://file${file}:${line}:${column}`],
  jetbrains: ["IntelliJ, PyCharm", (file, line) => `idea://open?file=${file}&line=${line}`],
  sublime: ["Sublime Text", (file, line, column) => `subl://open?url=file://${file}&line=${line}&column=${column}`],
  textmate: ["TextMate", (file, line, column) => `txmt://open?url=file://${file}&line=${line}&column=${column}`],
};

export const names = () => Object.entries(EDITORS).map(([id, [name]]) => [id, name]);
export const chosen = () => (localStorage.getItem("desk-editor") in EDITORS ? localStorage.getItem("desk-editor") : "vscode");
export const choose = (id) => localStorage.setItem("desk-editor", id);

/** The address that opens `place` {absolute, line, column}; "" for a place without a file. */
export function address(place) {
  if (!place?.absolute) return "";
  const file = place.absolute.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  return EDITORS[chosen()][1](file.startsWith("/") ? file : `/${file}`, place.line || 1, place.column || 1);
}

export const shown = (place) => (place.cell ? `${place.file}!${place.cell}` : place.line ? `${place.file}:${place.line}` : place.file);
export const short = (place) => shown(place).split("/").slice(-2).join("/").replace(/^.*\/(?=[^/]+$)/, (folder) => (/^(scenarios|rules|examples|locale)\/$/.test(folder) ? folder : ""));
