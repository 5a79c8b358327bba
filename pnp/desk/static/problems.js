// The list of what the validator has found, errors first.
import { el } from "./dom.js";
import { address, shown } from "./editor.js";
import { listing } from "./yaml.js";

const LEVELS = [["error", "Errors", "✕"], ["warning", "Warnings", "!"], ["note", "Notes", "i"]];

export function problemList(checked) {
  if (!checked) return el("p", { class: "nothing" }, "The sources are being checked …");
  const { problems, counts } = checked;
  if (!problems.length) return el("p", { class: "nothing" }, "Nothing to mend.");
  return LEVELS.flatMap(([level, title, sign]) => {
    const rows = problems.filter((problem) => problem.level === level);
    return rows.length ? [el("h2", {}, `${title} (${counts[level]})`), el("ol", {}, rows.map((problem) => row(problem, sign)))] : [];
  });
}

function row(problem, sign) {
  return el("li", { class: problem.level },
    el("p", { class: "problem-what" }, el("span", { class: "sign", "aria-hidden": "true" }, sign), problem.what, " ", el("code", {}, problem.code)),
    problem.file && el("p", {}, el("a", { href: address(problem) || null }, shown(problem))),
    problem.frame.length > 0 && listing(problem.frame.filter(({ n }) => n === problem.line), () => "wrong", problem),
    problem.how && el("p", { class: "problem-how" }, el("b", {}, "How to mend it: "), problem.how));
}
