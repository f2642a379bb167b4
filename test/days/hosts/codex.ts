/** Codex as its editors start it: a question is a request of its app server for an approval. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codex as plain } from "../../hosts/drivers/codex.ts";
import { type Mode, placeOf, type Seat } from "../seat.ts";
import { inMessages, speak } from "../speak.ts";

const policies: Record<Mode, readonly [approval: string, sandbox: string]> = {
  starting: ["on-request", "workspace-write"],
  manual: ["on-request", "read-only"],
  bypass: ["never", "danger-full-access"],
};

/** The settings are as they are left by a person who was asked at the first start. */
const driver = {
  ...plain,
  async prepare(...[ground, run]: Parameters<typeof plain.prepare>) {
    await plain.prepare(ground, run);
    const file = join(ground.home, ".codex/config.toml");
    writeFileSync(file, readFileSync(file, "utf8").replace("danger-full-access", "workspace-write"));
  },
};

const patch = (...lines: string[]) => ({
  name: "apply_patch",
  input: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n"),
});

export const codex: Seat = {
  driver,
  modes: {
    starting: "workspace-write, on-request",
    manual: "read-only, on-request",
    bypass: "danger-full-access, never",
  },
  means: "requests for an approval of its app server (`item/…/requestApproval`)",
  denies: null,
  call(ground, doing, mode) {
    const lines = (text: string, sign: string) =>
      text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => `${sign}${line}`);
    switch (doing.kind) {
      case "shell": {
        // What its sandbox would not let happen its model asks to be let out for.
        const asks = (doing.outside && mode !== "bypass") || (doing.writes && mode === "manual");
        const out = asks
          ? { sandbox_permissions: "require_escalated", justification: "It needs more than the sandbox." }
          : {};
        return {
          name: "exec_command",
          input: { cmd: doing.background ? `${doing.command} &` : doing.command, ...out },
        };
      }
      case "read":
        return driver.shell(`sed -n '1,240p' ${placeOf(ground, doing.path)}`);
      case "search":
        return driver.shell(`grep -rn ${JSON.stringify(doing.pattern)} ${doing.path || "."}`);
      case "list":
        return driver.shell(`find . -path ./node_modules -prune -o -name ${JSON.stringify(doing.pattern)} -print`);
      case "write":
        return patch(`*** Add File: ${placeOf(ground, doing.path)}`, ...lines(doing.text, "+"));
      case "edit":
        return patch(`*** Update File: ${doing.path}`, "@@", ...lines(doing.from, "-"), ...lines(doing.to, "+"));
      case "delete":
        return patch(`*** Delete File: ${doing.path}`);
      case "move":
        return driver.shell(`mv ${doing.path} ${doing.to}`);
      case "todo":
        return { name: "update_plan", input: { plan: [{ step: doing.text, status: "in_progress" }] } };
      case "subagent":
        return driver.subagent("SCRIPT:part please");
    }
  },
  async work(stage, mode, next, person) {
    const { program, env } = driver.start(stage, "");
    const [approvalPolicy, sandbox] = policies[mode];
    let count = 0;
    let thread = "";
    const tell = (message: object) => host.say(`${JSON.stringify(message)}\n`);
    const ask = (method: string, params: object) => tell({ id: ++count, method, params });
    const prompt = () => {
      const text = next();
      if (text === null) host.end();
      else ask("turn/start", { threadId: thread, input: [{ type: "text", text }] });
    };
    const hears = inMessages(({ id, method, params, result }) => {
      if (method === undefined && result?.thread) {
        thread = result.thread.id;
        prompt();
      } else if (method === "turn/completed" && params.threadId === thread) prompt();
      else if (id !== undefined && method !== undefined) {
        const said = person(`${method} ${params.command ?? params.message ?? ""}`) ? "accept" : "decline";
        const isApproval = method.endsWith("/requestApproval");
        tell({ id, result: isApproval ? { decision: said } : { action: said, content: {} } });
      }
    });
    const host = speak(stage, { program, args: ["app-server"], ...(env ? { env } : {}) }, hears);
    ask("initialize", { clientInfo: { name: "day", title: "day", version: "1" } });
    tell({ method: "initialized" });
    ask("thread/start", { cwd: stage.repo, model: "gpt-5.5", approvalPolicy, sandbox });
    await host.ended;
    return host.said();
  },
};
