/** Gemini CLI on its screen: a question is its event `Notification` of the kind `ToolPermission`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { geminiCli as plain } from "../../hosts/drivers/gemini-cli.ts";
import { noting, workOnScreen } from "../screen.ts";
import { placeOf, type Seat } from "../seat.ts";

const modes = { starting: "default", manual: "default", bypass: "yolo" };

const driver = {
  ...plain,
  async prepare(...[ground, run]: Parameters<typeof plain.prepare>) {
    await plain.prepare(ground, run);
    const file = join(ground.home, ".gemini/settings.json");
    const settings = JSON.parse(readFileSync(file, "utf8"));
    const hook = [
      { matcher: "*", hooks: [{ name: "note", type: "command", command: noting(join(ground.home, "..")) }] },
    ];
    const hooks = { ...settings.hooks, Notification: hook, AfterAgent: hook };
    writeFileSync(file, JSON.stringify({ ...settings, hooks, ui: { hideTips: true, hideBanner: true } }));
  },
};

export const geminiCli: Seat = {
  driver,
  modes,
  means: "its hook event `Notification`, kind `ToolPermission`, on a pty",
  denies: null,
  call(ground, doing) {
    switch (doing.kind) {
      case "shell": {
        const { name, input } = driver.shell(doing.command);
        return { name, input: { ...(input as object), ...(doing.background ? { is_background: true } : {}) } };
      }
      case "read":
        return { name: "read_file", input: { file_path: placeOf(ground, doing.path) } };
      case "search":
        return { name: "grep_search", input: { pattern: doing.pattern, dir_path: placeOf(ground, doing.path) } };
      case "list":
        return { name: "glob", input: { pattern: doing.pattern } };
      case "write":
        return { name: "write_file", input: { file_path: placeOf(ground, doing.path), content: doing.text } };
      case "edit":
        return driver.edit(ground, doing.path, doing.from, doing.to);
      case "delete":
        return driver.shell(`rm ${doing.path}`);
      case "move":
        return driver.shell(`mv ${doing.path} ${doing.to}`);
      case "todo":
        return { name: "write_todos", input: { todos: [{ description: doing.text, status: "in_progress" }] } };
      case "subagent":
        return driver.subagent("SCRIPT:part please");
    }
  },
  work(stage, mode, next, person) {
    const { program, args, env } = driver.start(stage, "");
    const [bin = ""] = args;
    const command = (prompt: string) => ({
      program,
      args: [bin, "--approval-mode", modes[mode], "-m", "gemini-2.5-pro", "-i", prompt],
      ...(env ? { env } : {}),
    });
    const keys = { yes: "\r", no: "\u001b" };
    return workOnScreen(stage, { command, asks: /"ToolPermission"/, rests: /"AfterAgent"/, keys, next, person });
  },
};
