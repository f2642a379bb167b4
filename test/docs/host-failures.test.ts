/** The table of what happens when the hook does not work says what the runs with the real hosts are held to. */
import { expect, it } from "vitest";
import { coldFaults, type Fault, type HostName, lateFaults, residentFaults } from "../hosts/faults.ts";
import { textOf } from "../project-files.ts";

const columns: [title: string, host: HostName][] = [
  ["Claude Code", "claude-code"],
  ["Codex", "codex"],
  ["Gemini CLI", "gemini-cli"],
  ["Copilot CLI", "copilot-cli"],
  ["opencode", "opencode"],
];

const cells = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

const section =
  textOf("docs/hosts.md").split("## What happens when the hook does not work")[1]?.split("\n## ")[0] ?? "";
const [head = [], , ...rows] = section
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map(cells);

it("has a column for every host that is driven through its failures", () => {
  expect(head).toEqual(["", ...columns.map(([title]) => title)]);
});

const broken = [...coldFaults, ...lateFaults, ...residentFaults].filter(({ what }) => !/nothing is broken$/.test(what));

it.each(broken)("says of “$what” what each host does", ({ what, runs }: Fault) => {
  const wanted = columns.map(([, host]) => (runs.includes(host) ? "**runs**" : "refused"));
  expect(rows.find(([name]) => name === what)).toEqual([what, ...wanted]);
});

it("says nothing that is not tried", () => {
  expect(rows.map(([name]) => name).filter((name) => !broken.some(({ what }) => what === name))).toEqual([]);
});
