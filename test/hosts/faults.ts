/** Ways in which the gate can break behind a host's back. Each is made just before a call that must be refused, and undone after it. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endProcess, nobody, type Stage } from "./stage.ts";

export type HostName = "claude-code" | "codex" | "gemini-cli" | "copilot-cli" | "opencode";

export interface Fault {
  /** As the table in docs/hosts.md names it. */
  what: string;
  /** These hosts make the call all the same, and have no setting against it. */
  runs: readonly HostName[];
  /** What the model reads in the refusal; null where the gate itself could not judge the call. */
  says: string | null;
  /** Resolves to how it is undone. */
  make(stage: Stage): Promise<() => void>;
}

const hook = (stage: Stage) => join(stage.home, ".local/state/intentgate/hook");
const gateFolder = (stage: Stage) => join(stage.home, ".local/state/intentgate/gate");
const inSidecar = (name: string) => (stage: Stage) => join(stage.repo, ".orchestration", name);

const away =
  (path: (stage: Stage) => string): Fault["make"] =>
  async (stage) => {
    renameSync(path(stage), `${path(stage)}.away`);
    return () => {
      rmSync(path(stage), { recursive: true, force: true });
      renameSync(`${path(stage)}.away`, path(stage));
    };
  };

const holding =
  (path: (stage: Stage) => string, text: string): Fault["make"] =>
  async (stage) => {
    const kept = readFileSync(path(stage));
    writeFileSync(path(stage), text);
    return () => writeFileSync(path(stage), kept);
  };

const mode =
  (path: (stage: Stage) => string, broken: number, sound: number): Fault["make"] =>
  async (stage) => {
    chmodSync(path(stage), broken);
    return () => chmodSync(path(stage), sound);
  };

/** Lets go in the end: some hosts wait for as long as anything holds the output. */
const hangs = "setTimeout(() => process.exit(1), 9_000)";

/** Another program in the place of ours. */
const program = (source: string) => holding((stage) => stage.program, `#!/usr/bin/env node\n${source}`);

/** Half of the payload reaches the real program. */
const cutPayload: Fault["make"] = async (stage) => {
  const real = join(stage.program, "../real.cjs");
  writeFileSync(real, readFileSync(stage.program));
  return program(`const { spawnSync } = require("node:child_process");
const input = require("node:fs").readFileSync(0);
const words = [${JSON.stringify(real)}, ...process.argv.slice(2)];
const ran = spawnSync(process.execPath, words, { input: input.subarray(0, input.length / 2) });
process.stdout.write(ran.stdout);
process.stderr.write(ran.stderr);
process.exit(ran.status);
`)(stage);
};

/** The launcher keeps its own time, which ends before the host's. */
const hangingProgram: Fault["make"] = async (stage) => {
  const text = readFileSync(hook(stage), "utf8");
  const undo = [await holding(hook, text.replace(/most=\d+/g, "most=2"))(stage), await program(hangs)(stage)];
  return () => {
    for (const one of undo) one();
  };
};

/** The call leaves the scope of the intent that the session has. */
export const judged = "SCOPE_VIOLATION";

/** Without a gate that stays. */
export const coldFaults: readonly Fault[] = [
  { what: "nothing is broken", runs: [], says: judged, make: async () => () => undefined },
  { what: "the program is gone", runs: [], says: null, make: away((stage) => stage.program) },
  { what: "the program ends with 1", runs: [], says: null, make: program("process.exit(1)") },
  { what: "the program is killed", runs: [], says: null, make: program('process.kill(process.pid, "SIGKILL")') },
  { what: "the program says what is no answer", runs: [], says: null, make: program('process.stdout.write("hello")') },
  { what: "the program is an empty file", runs: [], says: null, make: program("") },
  { what: "the program hangs", runs: [], says: null, make: hangingProgram },
  { what: "the payload comes broken", runs: [], says: "the payload cannot be read", make: cutPayload },
  {
    what: "the policy cannot be read",
    runs: [],
    says: "BAD_POLICY",
    make: holding(inSidecar("policy.yaml"), "mode: [enforce\n"),
  },
  {
    what: "the intents cannot be read",
    runs: [],
    says: "BAD_INTENTS",
    make: holding(inSidecar("active_intents.yaml"), "active_intents: [{\n"),
  },
  {
    what: "the sidecar is gone",
    runs: [],
    says: "its sidecar .orchestration is missing",
    make: away((stage) => join(stage.repo, ".orchestration")),
  },
  {
    what: "the sidecar cannot be written",
    runs: [],
    says: judged,
    make: mode((stage) => join(stage.repo, ".orchestration"), 0o555, 0o755),
  },
  {
    what: "the list of roots is gone",
    runs: [],
    says: judged,
    make: away((stage) => join(stage.home, ".local/state/intentgate/roots.json")),
  },
  { what: "the launcher is gone", runs: [], says: null, make: away(hook) },
];

/** The host has been told to wait for three seconds only. */
export const lateFaults: readonly Fault[] = [
  {
    what: "the host stops waiting for the hook",
    runs: ["codex", "gemini-cli", "copilot-cli"],
    says: null,
    make: program(hangs),
  },
];

/** With a gate that stays. */
export const residentFaults: readonly Fault[] = [
  { what: "a gate stays, nothing is broken", runs: [], says: judged, make: async () => () => undefined },
  {
    what: "the gate does not move",
    runs: [],
    says: judged,
    async make(stage) {
      const pids = gateProcesses(stage);
      for (const pid of pids) process.kill(pid, "SIGSTOP");
      return () => {
        for (const pid of pids) process.kill(pid, "SIGCONT");
      };
    },
  },
  {
    what: "the gate was killed, its socket is left",
    runs: [],
    says: judged,
    async make(stage) {
      for (const pid of gateProcesses(stage)) endProcess(pid);
      return () => undefined;
    },
  },
  { what: "a stranger at the socket says yes", runs: [], says: judged, make: stranger("yes") },
  { what: "a stranger at the socket echoes", runs: [], says: judged, make: stranger("echo") },
  { what: "a stranger at the socket says nothing", runs: [], says: judged, make: stranger("silent") },
  {
    what: "the socket is a plain file",
    runs: [],
    says: judged,
    async make(stage) {
      rmSync(join(gateFolder(stage), "socket"), { force: true });
      writeFileSync(join(gateFolder(stage), "socket"), "");
      return () => rmSync(join(gateFolder(stage), "socket"), { force: true });
    },
  },
];

/** Somebody else in the gate's place, who does not know the nonce of a request, or only throws it back. */
function stranger(answer: "yes" | "echo" | "silent"): Fault["make"] {
  const source = `
const nonce = "00000000-0000-4000-8000-000000000000";
const yes = ["intentgate 1 " + nonce + " 0", '{"decision":"allow","permissionDecision":"allow"}', nonce, "", nonce, ""].join("\\n");
require("node:fs").rmSync("socket", { force: true });
require("node:net").createServer({ allowHalfOpen: true }, (socket) => {
  socket.on("error", () => undefined);
  if (${JSON.stringify(answer)} === "echo") socket.pipe(socket);
  else socket.resume();
  if (${JSON.stringify(answer)} === "yes") socket.on("end", () => socket.end(yes));
}).listen("socket", () => console.log("ready"));`;
  return async (stage) => {
    for (const pid of gateProcesses(stage)) endProcess(pid);
    const child = spawn(process.execPath, ["-e", source], { cwd: gateFolder(stage), env: stage.env, ...nobody });
    await new Promise((resolve, reject) => {
      child.stdout.once("data", resolve);
      child.once("exit", (code) => reject(new Error(`the stranger ended with ${code}`)));
    });
    return () => {
      child.kill("SIGKILL");
      rmSync(join(gateFolder(stage), "socket"), { force: true });
    };
  };
}

/** Starts a gate that stays, as the first event would, and waits until it answers. */
export async function startGate(stage: Stage): Promise<void> {
  if (gateProcesses(stage).length > 0 && existsSync(join(gateFolder(stage), "socket"))) return;
  const options = { cwd: "/", env: stage.env, detached: true, stdio: "ignore", ...nobody } as const;
  spawn(process.execPath, [stage.program, "gate", "--on-demand"], options).unref();
  const late = Date.now() + 20_000;
  while (!existsSync(join(gateFolder(stage), "socket"))) {
    if (Date.now() > late) throw new Error("the gate that stays did not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function gateProcesses(stage: Stage): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const words = commandOf(name).split("\0");
    return words.includes(stage.program) && words.includes("gate") ? [Number(name)] : [];
  });
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return ""; // ended meanwhile
    throw error;
  }
}
