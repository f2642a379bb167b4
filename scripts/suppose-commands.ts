/** A project with the policy that `init --yes` writes and one intent, and what the gate would say there about command lines. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "@intentgate/gate";

const program = fileURLToPath(new URL("../apps/cli/bin/intentgate.cjs", import.meta.url));

/** Everything lies below it, a home folder and a folder for temporary files as well; it goes when this process ends. */
export function layPlace(): { place: string; home: string; temp: string } {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "score-commands-")));
  process.on("exit", () => rmSync(place, { recursive: true, force: true }));
  const [home, temp] = [join(place, "home"), join(place, "tmp")];
  for (const folder of [home, temp]) mkdirSync(folder);
  process.env.HOME = home;
  process.env.TMPDIR = temp;
  process.env.XDG_STATE_HOME = join(home, ".local/state");
  return { place, home, temp };
}

type Machine = NonNullable<WorkspaceOptions["machine"]>;
const no = { why: "supposed", remedy: "None." };
export const machines: readonly { key: string; name: string; bar: number; machine: Machine }[] = [
  {
    ...{ key: "box", name: "where rehearsal works", bar: 0.9 },
    machine: async () => ({ can: true, with: "", laidBy: "mount" }),
  },
  {
    ...{ key: "copies", name: "where no layer can be laid", bar: 0.8 },
    machine: async () => ({ can: "copies", with: "", ...no }),
  },
  { key: "bare", name: "without a box", bar: 0.65, machine: async () => ({ can: false, ...no }) },
];

export interface Verdict {
  says: "allow" | "ask" | "deny";
  why: string;
}

export interface Supposed {
  root: string;
  decide(
    command: { command: string; background?: true; keeps_shell?: true },
    cwd: string,
  ): Promise<Record<string, Verdict>>;
}

/** The folder holds the files already. */
export function supposeProject(root: string, scope: readonly string[], home: string): Supposed {
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: root });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first", "--allow-empty");
  const gate = (...words: string[]) =>
    execFileSync(process.execPath, [program, ...words], { cwd: root, stdio: "pipe" });
  gate("init", "--yes");
  gate("intent", "new", "INT-1", "--name", "Work", "--start", ...scope.flatMap((glob) => ["--scope", glob]));
  const supposed = { sessions: new Map([["s", "INT-1"]]), rulesOnly: true };
  const opened = machines.map(({ key, machine }) => ({
    key,
    workspace: openWorkspace(root, { machine, supposed, sessionHost: null, userHome: home }),
  }));
  return {
    root,
    async decide(input, cwd) {
      mkdirSync(cwd, { recursive: true });
      const verdicts: Record<string, Verdict> = {};
      for (const { key, workspace } of opened) verdicts[key] = await verdictOf(workspace, input, cwd);
      return verdicts;
    },
  };
}

async function verdictOf(workspace: Workspace, input: { command: string }, cwd: string): Promise<Verdict> {
  const said = await workspace.decide({ tool: "execute_command", input, session: { id: "s" }, cwd, runsHere: true });
  if (said.decision === "allow") return { says: "allow", why: "" };
  if (said.decision === "ask") return { says: "ask", why: said.questions.join(" ") };
  return { says: "deny", why: `${said.refusal.code}: ${said.refusal.message}` };
}
