/** The table of what is driven of a command's life says what the runs with the real hosts are held to. */
import { describe, expect, it } from "vitest";
import type { HostDriver } from "../hosts/driver.ts";
import { claudeCode } from "../hosts/drivers/claude-code.ts";
import { cline } from "../hosts/drivers/cline.ts";
import { codex } from "../hosts/drivers/codex.ts";
import { copilotCli } from "../hosts/drivers/copilot-cli.ts";
import { geminiCli } from "../hosts/drivers/gemini-cli.ts";
import { opencode } from "../hosts/drivers/opencode.ts";
import { textOf } from "../project-files.ts";

const columns: [title: string, driver: HostDriver][] = [
  ["Claude Code", claudeCode],
  ["Codex", codex],
  ["Gemini CLI", geminiCli],
  ["Copilot CLI", copilotCli],
  ["opencode", opencode],
  ["Cline", cline],
];

const table = textOf("docs/hosts.md").split("| what a command does, boxed |")[1]?.split("\n\n")[0] ?? "";
const [head = "", , ...rows] = table.split("\n");
const cells = (line: string) => line.split("|").map((cell) => cell.trim());

it("has a column for each host that is given lines", () => {
  expect(cells(head).filter(Boolean)).toEqual(columns.map(([title]) => title));
});

describe.each(columns)("of %s", (title, driver) => {
  const at = columns.findIndex(([one]) => one === title) + 2;
  const said = (row: string) => rows.map(cells).find(([, name]) => name === row)?.[at];

  it("it says where the next command begins", () => {
    expect(said("`cd` and the next command")).toBe(driver.keepsFolder ? "kept" : "begins anew");
  });

  it("it says how a server is started", () => {
    expect(said("a server, and a later `curl`")).toBe(driver.behind ? "`&` and its own word" : "`&`");
  });

  it("it says what becomes of a command that takes too long", () => {
    const { limit } = driver;
    const wanted =
      limit === undefined
        ? /^not driven: /
        : new RegExp(
            `^${limit.overdue === "ends it" ? "ended" : "goes on"} after ${limit.seconds} s .*: ${limit.heeded}$`,
          );
    expect(said("longer than the host waits")).toMatch(wanted);
  });
});
