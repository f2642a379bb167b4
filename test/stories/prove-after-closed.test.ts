import { spawnSync } from "node:child_process";
import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import type { CallAnswer } from "@intentgate/engine";
import type { DecisionRow } from "@intentgate/sidecar";
import type { TraceRecord } from "@intentgate/trace";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { bundle } from "../planted-root.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { intents } from "./gate-scene.ts";
import { put } from "./scene.ts";

const NOBODY = 65534;
/** Modes do not bind root, and only root may become somebody else; without either the stories would show nothing. */
const canDrop = process.getuid?.() === 0;
let script = "";

beforeAll(async () => {
  const folder = tempFolder("closing");
  chmodSync(folder, 0o755);
  script = await bundle(new URL("./closing-program.ts", import.meta.url), folder);
});

interface Played {
  answers: CallAnswer[];
  rows: DecisionRow[][];
  records: TraceRecord[];
}

/** A command whose doing cannot be read from its words. */
interface Program {
  text: string;
}
const program = (text: string): Program => ({ text });

/** Plays the commands as somebody whom modes bind. */
function play(steps: (string | Program)[], policy = ""): Played {
  const folder = tempFolder("closed");
  onTestFinished(() => void spawnSync("chmod", ["-R", "u+rwx", folder]));
  const repo = join(folder, "repo");
  put(repo, "src/auth/token.ts", "export const token = 1;\n");
  put(repo, "src/pay/bill.ts", "export const bill = 1;\n");
  put(repo, "src/pay/rates.txt", "1\n");
  put(repo, "src/deep/.claude/settings.json", "{}\n");
  put(repo, ".orchestration/active_intents.yaml", intents);
  put(repo, ".orchestration/policy.yaml", policy);
  put(folder, "home/.profile", "true\n");
  put(folder, "tmp/empty", "");
  const commands = steps.map((step, at) => {
    if (typeof step === "string") return step;
    put(repo, `work${at}.sh`, `${step.text}\n`);
    return `sh work${at}.sh`;
  });
  put(folder, "state/roots.json", JSON.stringify({ version: 1, roots: [repo] }));
  spawnSync("git", ["init", "-q"], { cwd: repo });
  chmodSync(folder, 0o755);
  spawnSync("chown", ["-R", `${NOBODY}:${NOBODY}`, folder]);
  chownSync(folder, NOBODY, NOBODY);
  const home = join(folder, "home");
  const done = spawnSync(process.execPath, [script, repo, home, join(folder, "state"), ...commands], {
    cwd: repo,
    env: { PATH: process.env.PATH ?? "", INTENTGATE_NO_BOX: "1", HOME: home, TMPDIR: join(folder, "tmp") },
    uid: NOBODY,
    gid: NOBODY,
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`${done.stdout}\n${done.stderr}`);
  return JSON.parse(done.stdout) as Played;
}

const messages = ({ notices }: CallAnswer | undefined = {} as CallAnswer) => notices.map(({ message }) => message);
const paths = ({ records }: Played) => records.flatMap(({ files }) => files.map((file) => file.relative_path));
const quiet = "grep -c token src/auth/token.ts";

describe.skipIf(!canDrop)("a program that closes what it wrote", () => {
  it.each([
    ["a folder in scope", "mkdir -m 000 src/auth/d; cd src/auth/d; touch pwn", "src/auth/d"],
    ["a folder it filled before", "mkdir src/auth/d; echo x > src/auth/d/pwn; chmod 000 src/auth/d", "src/auth/d"],
    [
      "a folder that can be entered and not listed",
      program("mkdir src/pay/d; echo x > src/pay/d/p; chmod 300 src/pay/d"),
      "src/pay/d",
    ],
    [
      "a folder that can be listed and not entered",
      program("mkdir src/pay/d; echo x > src/pay/d/p; chmod 400 src/pay/d"),
      "src/pay/d/p",
    ],
    ["a folder with files of before", program("chmod 000 src/pay"), "src/pay"],
  ])("is told of at once: %s", (_what, command, closed) => {
    const played = play([command, quiet]);
    const [first, second] = played.answers;
    expect(first?.refusal).toBeUndefined();
    expect(messages(first).join("\n")).toContain(`${closed} can no`);
    expect(played.rows[0]).toContainEqual(expect.objectContaining({ decision: "unseen" }));
    expect(messages(first).join("\n")).not.toContain("changed control files");
    expect(messages(second)).toEqual([]);
  });

  it("does not hide what else it did", () => {
    const played = play([program("mkdir -m 000 src/auth/d; echo x >> src/pay/rates.txt"), quiet]);
    const told = played.answers[0]?.notices.find(({ kind }) => kind === "violation");
    expect(told?.paths).toEqual(["src/pay/rates.txt"]);
    expect(paths(played)).toEqual(["src/pay/rates.txt"]);
    expect(messages(played.answers[1])).toEqual([]);
  });

  it("has a file that nobody may read recorded without its lines", () => {
    const played = play(["echo x > src/auth/new.ts && chmod 000 src/auth/new.ts", quiet]);
    expect(played.answers[0]).toMatchObject({ decision: "allow", failed: false });
    expect(paths(played)).toEqual(["src/auth/new.ts"]);
    expect(played.records[0]?.files[0]?.conversations[0]?.ranges).toBe("unknown");
  });

  it("is told of when it opens what was closed: nobody knows what stood there", () => {
    const plant = program(
      "mkdir -p src/auth/d/.claude; echo x > src/auth/d/.claude/settings.json; chmod 000 src/auth/d",
    );
    const { answers } = play([plant, program("chmod 755 src/auth/d")]);
    expect(answers[1]?.notices).toContainEqual(
      expect.objectContaining({ kind: "violation", paths: ["src/auth/d/.claude/settings.json"] }),
    );
    expect(messages(answers[1]).join("\n")).toContain("what stood in src/auth/d before could not be read");
  });

  it.each([
    ["with a control file of before", "chmod 000 src/deep", "src/deep/.claude/settings.json"],
    ["in the place of a host's settings", "mkdir -m 000 .claude", ".claude"],
    ["around what it planted", "mkdir .cursor; echo x > .cursor/hooks.json; chmod 555 .cursor", ".cursor/hooks.json"],
  ])("is told of as changing control files %s", (_what, script, path) => {
    const { answers } = play([program(script)]);
    const told = answers[0]?.notices.find(({ kind }) => kind === "violation");
    expect(told?.message).toContain("could not be put back");
    expect(told?.paths).toEqual([path]);
  });

  it("gets the files that people author held, and the rest looked at", () => {
    const played = play([program("echo x >> src/pay/bill.ts; chmod 000 .orchestration/policy.yaml")]);
    expect(played.answers[0]?.notices.map(({ kind }) => kind)).toEqual(["held", "violation"]);
  });

  it("has nothing put back where it may not be, and it is said why", () => {
    const played = play([program("echo x > src/pay/new.ts; chmod 555 src/pay")], "on_violation: revert\n");
    expect(messages(played.answers[0]).join("\n")).toContain("src/pay/new.ts (it could not be written (EACCES))");
  });
});
