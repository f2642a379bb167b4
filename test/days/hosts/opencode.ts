/** opencode as a server, as its screen uses it: a question is `permission.asked`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { opencode as driver } from "../../hosts/drivers/opencode.ts";
import { type Mode, placeOf, type Seat } from "../seat.ts";
import { speak } from "../speak.ts";

const permissions: Record<Mode, unknown> = {
  starting: { doom_loop: "allow" },
  manual: { doom_loop: "allow", edit: "ask", bash: "ask", webfetch: "ask" },
  bypass: "allow",
};

export const opencode: Seat = {
  driver,
  modes: { starting: "its defaults", manual: "edit, bash and webfetch ask", bypass: "allow" },
  means: "`permission.asked` of its server",
  denies: null,
  call(ground, doing) {
    switch (doing.kind) {
      case "shell":
        // What keeps its output open is waited for.
        return driver.shell(doing.background ? `${doing.command} > /dev/null 2>&1 &` : doing.command);
      case "read":
        return { name: "read", input: { filePath: placeOf(ground, doing.path) } };
      case "search":
        return { name: "grep", input: { pattern: doing.pattern, path: placeOf(ground, doing.path) } };
      case "list":
        return { name: "glob", input: { pattern: doing.pattern } };
      case "write":
        return { name: "write", input: { filePath: placeOf(ground, doing.path), content: doing.text } };
      case "edit":
        return driver.edit(ground, doing.path, doing.from, doing.to);
      case "delete":
        return driver.shell(`rm ${doing.path}`);
      case "move":
        return driver.shell(`mv ${doing.path} ${doing.to}`);
      case "todo":
        return {
          name: "todowrite",
          input: { todos: [{ content: doing.text, status: "in_progress", priority: "high" }] },
        };
      case "subagent":
        return driver.subagent("SCRIPT:part please");
    }
  },
  async work(stage, mode, next, person) {
    const settings = join(stage.home, ".config/opencode/opencode.json");
    const written = JSON.parse(readFileSync(settings, "utf8"));
    writeFileSync(settings, JSON.stringify({ ...written, permission: permissions[mode] }));
    const { program, env } = driver.start(stage, "");
    let listening: (url: string) => void = () => undefined;
    const found = new Promise<string>((resolve) => {
      listening = resolve;
    });
    const host = speak(stage, { program, args: ["serve", "--port", "0"], ...(env ? { env } : {}) }, (text) => {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (url) listening(url);
    });
    const url = await Promise.race([found, host.ended.then(() => Promise.reject(new Error(host.said())))]);
    const ask = async (path: string, body: object) => {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
      return text === "" ? null : JSON.parse(text);
    };
    const events = await fetch(`${url}/event`);
    const session = await ask("/session", {});
    const prompt = async () => {
      const text = next();
      if (text === null) return host.end();
      await ask(`/session/${session.id}/prompt_async`, { parts: [{ type: "text", text }] });
    };
    await prompt();
    let rest = "";
    try {
      for await (const piece of events.body ?? []) {
        const blocks = (rest + Buffer.from(piece).toString("utf8")).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          const { type, properties } = JSON.parse(block.replace(/^data: /, ""));
          if (type === "session.idle" && properties.sessionID === session.id) await prompt();
          if (type !== "permission.asked") continue;
          const isYes = person(`${properties.permission} ${JSON.stringify(properties.patterns)}`);
          // With a word to the model: without one it ends the turn.
          const reply = isYes ? { reply: "once" } : { reply: "reject", message: "No." };
          await ask(`/permission/${properties.id}/reply`, reply);
        }
      }
    } catch (error) {
      // The stream breaks off where the server was ended.
      if (!(error instanceof TypeError)) throw error;
    }
    await host.ended;
    return host.said();
  },
};
