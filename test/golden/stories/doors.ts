/** The other doors: our MCP server beside a hooked host and alone, the gateway, and the proxy of an editor. */
import { fileURLToPath } from "node:url";
import { openEditor } from "../editor.ts";
import { type Call, claudeCode } from "../host-payloads.ts";
import { hostSession } from "../host-session.ts";
import { type LineProgram, lineProgram, type Message } from "../line-program.ts";
import type { Story } from "../play-story.ts";
import type { Stage } from "../stage.ts";

const besides = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

async function mcpClient(
  stage: Stage,
  words: readonly string[],
  reply?: (message: Message) => unknown,
): Promise<LineProgram> {
  const program = lineProgram(stage.start(words), reply);
  const opened = await program.ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: reply ? { elicitation: {} } : {},
    clientInfo: { name: "story", version: "1" },
  });
  stage.tell(`${words.slice(0, 2).join(" ")}: initialize`, withoutVersion(opened));
  program.notify("notifications/initialized");
  return program;
}

/** Which version of the program runs here is no part of the story. */
function withoutVersion(message: Message): Message {
  const { serverInfo } = message.result ?? {};
  if (serverInfo?.name === "intentgate") serverInfo.version = "<version>";
  return message;
}

const calling = (stage: Stage, program: LineProgram) => async (name: string, input: object) => {
  const { result, error } = await program.ask("tools/call", { name, arguments: input });
  const asked = program.heard().filter((message) => message.id !== undefined);
  stage.tell(`calls ${name} ${JSON.stringify(input)}`, {
    ...(error ? { error } : result),
    ...(asked.length > 0 ? { asked } : {}),
  });
};

const ownServer: Story = {
  name: "mcp-own-session",
  async play(stage) {
    const answers = [
      { action: "decline" },
      { action: "accept", content: { answer: "once" } },
      { action: "accept", content: { answer: "reject", reason: "not now" } },
    ];
    const program = await mcpClient(stage, ["mcp", "--own-session"], () => answers.shift() ?? { action: "cancel" });
    const call = calling(stage, program);
    const { result } = await program.ask("tools/list");
    stage.tell(
      "its tools",
      result.tools.map(({ name }: Message) => name),
    );
    await call("list_intents", {});
    await call("record_lesson", { lesson: "too early" });
    await call("select_active_intent", { intent_id: "INT-404" });
    await call("select_active_intent", { intent_id: "INT-001" });
    await call("record_lesson", { lesson: "Tokens expire" });
    await call("propose_intent", { name: "Docs", owned_scope: ["docs/**"] });
    await call("propose_intent", { name: "Docs", owned_scope: ["docs/**"] });
    await call("request_scope_expansion", { additional_globs: ["docs/**"], reason: "pages" });
    await call("write_to_file", { path: "src/auth/no.ts", content: "x" });
    await call("why", { file: "src/auth/token.ts", line: 1 });
    await call("complete_intent", {});
    await program.ends();
  },
};

const hookedServer: Story = {
  name: "mcp-hooked",
  async play(stage) {
    const ann = hostSession(stage, claudeCode);
    const program = await mcpClient(stage, ["mcp"]);
    const call = calling(stage, program);
    const ours = (name: string, input: object, one: Call, event: "PreToolUse" | "PostToolUse") => ({
      event,
      payload: {
        session_id: one.session,
        cwd: stage.repo,
        hook_event_name: event,
        permission_mode: "dontAsk",
        tool_name: `mcp__intentgate__${name}`,
        tool_input: input,
        tool_use_id: one.id,
        mcp_server: { name: "intentgate", source: "project" },
        ...(event === "PostToolUse" ? { tool_response: {} } : {}),
      },
    });
    const lesson = { lesson: "Tokens expire" };
    await call("record_lesson", lesson);
    await call("select_active_intent", { intent_id: "INT-001" });
    await ann.take("INT-001");
    const one = ann.call("lesson");
    await ann.send("may it record a lesson", ours("record_lesson", lesson, one, "PreToolUse"));
    await call("record_lesson", { lesson: "another than was asked about" });
    await call("record_lesson", lesson);
    await ann.send("it has", ours("record_lesson", lesson, one, "PostToolUse"));
    await call("record_lesson", lesson);
    const proposal = { name: "Docs", owned_scope: ["docs/**"] };
    const two = ann.call("proposal");
    await ann.send("may it propose", ours("propose_intent", proposal, two, "PreToolUse"));
    await call("propose_intent", proposal);
    await program.ends();
  },
};

const gateway: Story = {
  name: "gateway",
  setting: {
    policy: [
      "version: 1",
      "tools:",
      "  mcp.notes.look: { effect: read }",
      "  mcp.notes.fail: { effect: read }",
      "  mcp.notes.write: { effect: write, paths_from: [path] }",
      "",
    ].join("\n"),
  },
  async play(stage) {
    const words = [
      "mcp-gateway",
      "--root",
      stage.repo,
      "--name",
      "notes",
      "--",
      process.execPath,
      besides("notes-server.mjs"),
    ];
    const program = await mcpClient(stage, words);
    const call = calling(stage, program);
    const { result } = await program.ask("tools/list");
    stage.tell(
      "its tools",
      result.tools.map(({ name }: Message) => name),
    );
    await call("look", { at: "README.md" });
    await call("write", { path: `${stage.repo}/src/auth/n.md` });
    await call("select_active_intent", { intent_id: "INT-001" });
    await call("write", { path: `${stage.repo}/src/auth/n.md` });
    await call("write", { path: `${stage.repo}/src/pay/n.md` });
    await call("write", { path: `${stage.repo}/src/auth/m.md`, also: `${stage.repo}/src/pay/stray.md` });
    await call("fail", {});
    await call("mystery", {});
    await call("record_lesson", { lesson: "Notes are written by the server" });
    await program.ends();
  },
};

const acp: Story = {
  name: "acp",
  async play(stage) {
    const editor = await openEditor(stage);
    const { at, prompt, plays, asks, tells, writes, done, looks } = editor;
    await plays("asks without an intent", asks("c1", "src/auth/new.ts", null, "x\n"));
    await prompt("no such intent", "/intent INT-404");
    await prompt("the person takes an intent", "/intent INT-001");
    await plays(
      "asks, writes and tells",
      asks("c2", "src/auth/new.ts", null, "x\n"),
      writes("src/auth/new.ts", "x\n"),
      done("c2"),
    );
    await plays("asks out of scope", asks("c3", "README.md", "# Sample\n", "x\n"));
    await plays(
      "the editor writes what was allowed",
      asks("c4", "src/auth/fs.ts", null, "y\n"),
      {
        do: "fsWrite",
        path: at("src/auth/fs.ts"),
        content: "y\n",
      },
      done("c4"),
    );
    await plays(
      "the editor reads and writes unasked",
      { do: "fsRead", path: at("src/auth/token.ts") },
      {
        do: "fsWrite",
        path: at("src/auth/token.ts"),
        content: "seen\n",
      },
      { do: "fsWrite", path: at("README.md"), content: "x\n" },
    );
    await plays(
      "terminals",
      { do: "terminal", command: "echo made > src/auth/made.txt" },
      {
        do: "terminal",
        command: "echo out > README.md",
      },
      { do: "terminal", command: "frobnicate" },
    );
    await plays(
      "not asked, in scope",
      tells("c5", "src/auth/free.ts", null, "free\n"),
      looks,
      writes("src/auth/free.ts", "free\n"),
      done("c5"),
    );
    await plays(
      "not asked, out of scope",
      tells("c6", "src/pay/free.ts", null, "free\n"),
      looks,
      writes("src/pay/free.ts", "free\n"),
      done("c6"),
    );
    await plays(
      "allowed and never told to be over",
      asks("c7", "src/auth/open.ts", null, "o\n"),
      writes("src/auth/open.ts", "o\n"),
    );
    await plays("the next turn");
    await editor.ends();
  },
};

export const doors: readonly Story[] = [ownServer, hookedServer, gateway, acp];
