import { cpSync, existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type Installed, plantProject, writeIn } from "./installed-program.ts";

let here: Installed;
beforeAll(async () => {
  here = plantProject();
  here.install("before");
  expect(await here.intentgate("init", "--yes", "--example")).toMatchObject({ code: 0 });
});
afterAll(() => here.clear());

const take = (session: string) => ({
  session_id: session,
  tool_name: "mcp__intentgate__select_active_intent",
  tool_input: { intent_id: "INT-001" },
  tool_use_id: `${session}-take`,
});
const write = (session: string, path: string, text: string, more: object = {}) => ({
  session_id: session,
  tool_name: "Write",
  tool_input: { file_path: join(here.project, path), content: text },
  tool_use_id: `${session}-${path.replace(/\W/g, "-")}`,
  ...more,
});

async function takeIntent(session: string): Promise<void> {
  expect(await here.hook("PreToolUse", take(session))).toMatchObject({ code: 0 });
  const done = { ...take(session), tool_response: { content: [] } };
  expect(await here.hook("PostToolUse", done)).toMatchObject({ code: 0 });
}

const ask = (session: string, path: string, text = "hello\n") => here.hook("PreToolUse", write(session, path, text));
const tell = (session: string, path: string, text = "hello\n") =>
  here.hook("PostToolUse", write(session, path, text, { tool_response: { type: "create" } }));

/** A whole call. */
async function change(session: string, path: string): Promise<void> {
  expect(await ask(session, path)).toMatchObject({ code: 0, err: "" });
  writeIn(here.project, path, "hello\n");
  expect(await tell(session, path)).toMatchObject({ code: 0 });
}

/** The files that the ledger tells of, oldest first. */
const recorded = () =>
  readFileSync(join(here.sidecar, "agent_trace.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .flatMap((line) => (JSON.parse(line).files as { relative_path: string }[]).map((file) => file.relative_path));

const journals = () =>
  readdirSync(join(here.sidecar, "sessions"))
    .map((name) => readFileSync(join(here.sidecar, "sessions", name), "utf8"))
    .join("");

async function gatePid(): Promise<number | null> {
  const { out } = await here.intentgate("gate", "--status", "--json");
  return (JSON.parse(out) as { pid: number | null }).pid;
}

const isRunning = (pid: number | null) => pid !== null && existsSync(`/proc/${pid}`);

describe("across one version", () => {
  let old: number | null = null;

  it("the version before works in front of the host, with its resident gate and a call that is open", async () => {
    await takeIntent("one");
    await change("one", "hello/first.txt");
    await until(async () => (await gatePid()) !== null);
    old = await gatePid();
    expect(await ask("one", "hello/open.txt")).toMatchObject({ code: 0 });
    expect(journals()).toContain('"version":1');
    expect(recorded()).toEqual(["hello/first.txt"]);
  });

  it("the new one says what it would change, and changes nothing by saying so", async () => {
    here.install("now");
    const kept = journals();
    const asked = await here.intentgate("upgrade", "--check", "--json");
    expect(asked.code).toBe(1);
    const { would_change } = JSON.parse(asked.out) as { would_change: { what: string; change: string }[] };
    expect(would_change.map(({ what }) => what)).toEqual([
      "launchers",
      ".git/info/exclude",
      "sessions",
      "resident gate",
    ]);
    expect(would_change.map(({ change }) => change).join("\n")).toMatch(
      /0\.1\.0.*\nedit.*\n.*1 session .*\n.*process \d+/,
    );
    expect(journals()).toBe(kept);
    expect(isRunning(old)).toBe(true);
  });

  it("a call that the old one let pass is recorded when it ends, and the old gate goes", async () => {
    writeIn(here.project, "hello/open.txt", "hello\n");
    expect(await tell("one", "hello/open.txt")).toMatchObject({ code: 0 });
    expect(recorded()).toEqual(["hello/first.txt", "hello/open.txt"]);
    await until(() => !isRunning(old));
  });

  it("the session goes on in the second kind of journal, with a gate of the new version", async () => {
    await change("one", "hello/second.txt");
    expect(journals()).toContain('"version":2');
    expect(recorded()).toEqual(["hello/first.txt", "hello/open.txt", "hello/second.txt"]);
    // Events that come right after each other start it once.
    await until(async () => (await here.hook("Stop", { session_id: "one" })).code === 0 && (await gatePid()) !== null);
    expect(await gatePid()).not.toBe(old);
    expect(await here.intentgate("trace", "verify")).toMatchObject({ code: 0 });
    expect(readFileSync(join(here.state, "hook"), "utf8")).toContain("# intentgate 0.2.0");
    expect(await here.intentgate("why", "hello/second.txt:1")).toMatchObject({ code: 0 });
  });

  it("nothing is left to be changed but git's list, which is a person's to write", async () => {
    const asked = await here.intentgate("upgrade", "--check", "--json");
    expect(asked).toMatchObject({ code: 1 });
    expect(JSON.parse(asked.out).would_change).toMatchObject([{ what: ".git/info/exclude" }]);
  });

  it("back again, the older one refuses the session as newer", async () => {
    const now = await gatePid();
    here.install("before");
    const said = await ask("one", "hello/third.txt");
    expect(said.code).toBe(2);
    expect(`${said.out}${said.err}`).toMatch(/newer/);
    expect(existsSync(join(here.project, "hello/third.txt"))).toBe(false);
    await until(() => !isRunning(now));
  });

  it("back again, it works once the sessions that it cannot read are out of its way, with the ledger of both", async () => {
    const refused = await here.hook("PreToolUse", take("two"));
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("newer") });
    renameSync(join(here.sidecar, "sessions"), join(here.sidecar, "sessions-newer"));
    await takeIntent("two");
    await change("two", "hello/fourth.txt");
    expect(recorded().at(-1)).toBe("hello/fourth.txt");
    expect(await here.intentgate("trace", "verify")).toMatchObject({ code: 0 });
  });

  it("forward once more, both sessions work", async () => {
    here.install("now");
    cpSync(join(here.sidecar, "sessions-newer"), join(here.sidecar, "sessions"), { recursive: true, force: false });
    await change("one", "hello/fifth.txt");
    await change("two", "hello/sixth.txt");
    expect(recorded().slice(-2)).toEqual(["hello/fifth.txt", "hello/sixth.txt"]);
    expect(await here.intentgate("trace", "verify")).toMatchObject({ code: 0 });
    expect(await here.intentgate("doctor")).toMatchObject({ code: 0 });
  });
});
