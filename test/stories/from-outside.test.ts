/** Hooks of the person's own, asked by the real program about calls from folders that nobody governs. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { searchRows } from "../support/search-runs.ts";
import { type Caller, type Sent, type StagedHost, stagedHosts, stageOf } from "./host-stage.ts";
import { makeScene, put, type Ran, run, type Scene } from "./scene.ts";

const claude = stagedHosts.find(({ name }) => name === "claude-code") as StagedHost;
const ann: Caller = { session: "ses-ann" };

/** Where the call comes from, by the scene's own folders. */
type From = "out" | "above" | "home";
/** Whether the session began in the root, and whether it took an intent there. */
type Session = "new" | "began there" | "has an intent";
type Stage = ReturnType<typeof stageOf>;
type Made = (stage: Stage, at: Record<"around" | "repo" | "state" | "home", string>) => Sent;

const shell =
  (command: string): Made =>
  (stage, { repo, state, home }) =>
    stage.shell(ann, command.replaceAll("REPO", repo).replaceAll("STATE", state).replaceAll("HOME", home), "c1");
const write =
  (where: "repo" | "state" | "home", path: string): Made =>
  (stage, at) =>
    stage.write(ann, join("../..", at[where].slice(at.around.length), path), "{}", "c1");

/** One registered root, hooks in the home's settings, a folder beside it, and a folder around it apart from the home. */
async function asked(from: From, session: Session, made: Made): Promise<Ran> {
  const scene = makeScene({ files: { "README.md": "x\n", "lib/b.ts": "x\n" }, policy: "mode: enforce\n" });
  const around = join(scene.repo, "..");
  const at = { around, repo: scene.repo, state: join(around, "state/intentgate"), home: join(around, "home") };
  const places = { out: join(around, "out/deep"), above: around, home: join(at.home, "notes") };
  for (const folder of Object.values(places)) mkdirSync(folder, { recursive: true });
  put(at.home, ".claude/settings.json", `{"hooks":{"PreToolUse":[{"command":"${at.state}/hook --user"}]}}`);
  put(at.home, ".gemini/settings.json", "{}");
  put(at.state, "hook", "#!/bin/sh\n");
  const inRoot = stageOf(claude, scene);
  if (session !== "new") await start(scene);
  if (session === "has an intent") await inRoot.send(inRoot.take(ann, "INT-001", "t1"), ["--user"]);
  const stage = stageOf(claude, { ...scene, repo: places[from] });
  return stage.send(made(stage, at), ["--user"]);
}

function start(scene: Scene): Promise<Ran> {
  const payload = { hook_event_name: "SessionStart", session_id: ann.session, cwd: scene.repo, source: "startup" };
  return run(scene, ["hook", "claude-code", "SessionStart", "--user"], { input: JSON.stringify(payload) });
}

describe("a call from a folder that nobody governs is stopped", () => {
  const rows: [string, From, Session, Made, string][] = [
    // The session stays with the root it was seen in.
    ["by the way back", "out", "began there", shell("cd - && echo x > lib/b.ts"), "INTENT_REQUIRED"],
    ["by a variable", "out", "began there", shell("cd $OLDPWD && rm -rf lib"), "INTENT_REQUIRED"],
    ["by a program", "out", "began there", shell("python3 fix.py"), "INTENT_REQUIRED"],
    ["by a file's content", "out", "began there", shell("r=$(cat p); echo x > $r/b.ts"), "INTENT_REQUIRED"],
    ["by a write that needs an intent", "out", "began there", shell("echo x > a.txt"), "INTENT_REQUIRED"],
    ["by a name in two parts", "out", "has an intent", shell("p=..; tee $p/../rep?/lib/b.ts"), "SCOPE_VIOLATION"],
    // Above a root nobody knows where it ends.
    ["by a program above", "above", "new", shell("python3 fix.py"), "INTENT_REQUIRED"],
    ["by a pattern for a folder", "above", "new", shell("cd rep* && echo x > lib/b.ts"), "INTENT_REQUIRED"],
    ["by all folders", "above", "new", shell("for d in */; do echo x > $d/lib/b.ts; done"), "INTENT_REQUIRED"],
    ["by what a list names", "above", "new", shell("ls | xargs -I{} rm -rf {}/lib"), "INTENT_REQUIRED"],
    ["by a search", "above", "new", shell("find . -name b.ts -delete"), "INTENT_REQUIRED"],
    ["by an archive", "above", "new", shell("tar xf a.tar"), "INTENT_REQUIRED"],
    ["by a pattern from beside", "out", "new", shell("echo x | tee ../../r*o/lib/b.ts"), "INTENT_REQUIRED"],
    // The gate's own files lie in no root.
    ["at the list of roots", "out", "new", write("state", "roots.json"), "CONTROL_FILE"],
    ["at the launcher", "out", "new", shell("cp /bin/true STATE/hook"), "CONTROL_FILE"],
    ["at the state folder", "out", "new", shell("rm -rf STATE"), "CONTROL_FILE"],
    ["at the folder around it", "out", "new", shell("mv STATE/.. /tmp/elsewhere"), "CONTROL_FILE"],
    ["at it by a pattern", "out", "new", shell("rm -rf STATE/../intent*"), "CONTROL_FILE"],
    ["at it by a program", "out", "new", shell("python3 fix.py STATE/roots.json"), "CONTROL_FILE"],
    ["at settings with our hook", "home", "new", write("home", ".claude/settings.json"), "CONTROL_FILE"],
    ["at their folder", "home", "new", shell("rm -rf HOME/.claude"), "CONTROL_FILE"],
    ["at the person's answers", "out", "new", shell("intentgate approvals approve x"), "CONTROL_FILE"],
  ];
  it.each(searchRows(rows))("%s (%s, session %s)", async (_how, from, session, made, code) => {
    const ran = await asked(from, session, made);
    expect(claude.noIn(ran), `${ran.out}${ran.err}`).toContain(code);
  });
});

describe("a call from a folder that nobody governs is left alone", () => {
  const rows: [string, From, Session, Made][] = [
    ["a program", "out", "new", shell("python3 fix.py")],
    ["a write", "out", "new", shell("echo x > a.txt")],
    ["a removal by a pattern", "out", "new", shell("rm -rf *.log")],
    ["a way back to nobody's folder", "out", "new", shell("cd - && echo x > lib/b.ts")],
    ["a write above a root that names another place", "above", "new", shell("echo x > out/a.txt")],
    ["a pattern above a root that cannot be it", "above", "new", shell("rm ou*/a.txt")],
    ["a read above a root", "above", "new", shell("ls")],
    ["a read by a session that began in a root", "out", "began there", shell("ls -la")],
    ["a read of settings", "home", "new", shell("cat HOME/.claude/settings.json")],
    ["settings without our hook", "home", "new", write("home", ".gemini/settings.json")],
    ["what a host keeps beside its settings", "home", "new", write("home", ".claude/plans/a.md")],
    ["a question to the gate", "out", "new", shell("intentgate status")],
  ];
  it.each(searchRows(rows))("%s (%s, session %s)", async (_what, from, session, made) => {
    expect(await asked(from, session, made)).toMatchObject({ code: 0, out: "", err: "" });
  });
});

it("settles at the end of a turn what a session left open in its root, wherever it stands by then", async () => {
  const scene = makeScene({ policy: "mode: enforce\n" });
  const out = join(scene.repo, "../out");
  mkdirSync(out);
  const stage = stageOf(claude, scene);
  await stage.send(stage.take(ann, "INT-001", "c1"), ["--user"]);
  await stage.send(stage.write(ann, "src/auth/new.ts", "one\n", "c2"), ["--user"]);
  put(scene.repo, "src/auth/new.ts", "one\n");
  const stop = { hook_event_name: "Stop", session_id: ann.session, cwd: out, stop_hook_active: false };
  const ran = await run(scene, ["hook", "claude-code", "Stop", "--user"], { input: JSON.stringify(stop), cwd: out });
  expect(ran.code, ran.err).toBe(0);
  const trace = await run(scene, ["trace", "log", "--json"]);
  expect(trace.out).toContain("src/auth/new.ts");
});
