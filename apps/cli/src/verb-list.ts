/** Every verb, in the order the help shows them; each is loaded only when it is called. */
import type { ListedVerb } from "./command/verb.ts";

export const verbGroups: readonly { title: string; verbs: readonly ListedVerb[] }[] = [
  {
    title: "Start",
    verbs: [
      listed("init", "put this repository under the gate", () => import("./verbs/init.ts")),
      listed("uninit", "take the gate out of the settings of your agents", () => import("./verbs/uninit.ts")),
      listed("upgrade", "bring what an earlier version wrote up to this one", () => import("./verbs/upgrade.ts")),
      listed("demo", "watch scripted agents work through the real gate", () => import("./verbs/demo.ts")),
      listed(
        "start",
        "start an agent where it can change nothing that steers the gate",
        () => import("./verbs/start.ts"),
      ),
      listed("status", "show what is governed, open and waiting", () => import("./verbs/status.ts")),
      listed("doctor", "check everything that could be wrong and say the remedy", () => import("./verbs/doctor.ts")),
    ],
  },
  {
    title: "Intents",
    verbs: [
      listed("intent", "create, show and move intents", () => import("./verbs/intent.ts")),
      listed("use", "bind a session to an intent yourself", () => import("./verbs/use.ts")),
      listed("session", "list and show sessions, or reset one that was stopped", () => import("./verbs/session.ts")),
      listed("lessons", "show, accept or remove lessons", () => import("./verbs/lessons.ts")),
    ],
  },
  {
    title: "What a person decides",
    verbs: [
      listed("approvals", "answer what waits for a person", () => import("./verbs/approvals.ts")),
      listed("stop", "refuse everything further of a session, and end what it runs", () => import("./verbs/stop.ts")),
      listed("resume", "let a session go on that you stopped", () => import("./verbs/resume.ts")),
      listed(
        "serve",
        "show the page: what agents do, what waits for you, who wrote what",
        () => import("./verbs/serve.ts"),
      ),
      listed("trust", "accept changes that programs made to authored files", () => import("./verbs/trust.ts")),
      listed("box", "run a command contained, and keep what it changed or not", () => import("./verbs/box.ts")),
      listed("undo", "put back what a call changed", () => import("./verbs/undo.ts")),
      listed("pause", "let everything but control files pass for a while", () => import("./verbs/pause.ts")),
    ],
  },
  {
    title: "What happened",
    verbs: [
      listed("why", "say why a line is there: intent, decision, approval", () => import("./verbs/why.ts")),
      listed("blame", "show who wrote each line of a file, and under which intent", () => import("./verbs/blame.ts")),
      listed("impact", "show which lines an intent left in the code", () => import("./verbs/impact.ts")),
      listed("coverage", "show the share of lines per intent, model and people", () => import("./verbs/coverage.ts")),
      listed("pr", "say what stands behind a branch, for its pull request", () => import("./verbs/pr.ts")),
      listed("check", "say whether a branch may be merged, for its checks", () => import("./verbs/check.ts")),
      listed("anchor", "join records to the commits that took them in", () => import("./verbs/anchor.ts")),
      listed("trace", "read, verify, share and export the ledger", () => import("./verbs/trace.ts")),
      listed("map", "show which files belong to which intent", () => import("./verbs/map.ts")),
      listed("decisions", "show what was decided and why", () => import("./verbs/decisions.ts")),
      listed("report", "show what was stopped, or would have been", () => import("./verbs/report.ts")),
      listed("storage", "show what is kept, where and how long, and delete it", () => import("./verbs/storage.ts")),
    ],
  },
  {
    title: "For agents and scripts",
    verbs: [
      listed("hooks", "see, try, trust and run the event hooks of this repository", () => import("./verbs/hooks.ts")),
      listed("ability", "list abilities, and run them through the gate", () => import("./verbs/ability.ts")),
      listed("suggest", "show which abilities and documents a prompt would get", () => import("./verbs/suggest.ts")),
      listed("routing", "find what is wrong in registries, routes and documents", () => import("./verbs/routing.ts")),
      listed("policy", "hold the rules here to the decisions you expect of them", () => import("./verbs/policy.ts")),
      listed("hook", "answer one event of an agent's host", () => import("./verbs/hook.ts")),
      listed("gate", "keep the gate in memory, so that agents wait less", () => import("./verbs/gate.ts")),
      listed("run", "let a model work here, with the gate in between", () => import("./verbs/run.ts")),
      listed("mcp", "offer intents, history and abilities to agents over MCP", () => import("./verbs/mcp.ts")),
      listed("mcp-gateway", "put MCP servers behind the gate", () => import("./verbs/mcp-gateway.ts")),
      listed("acp", "put an agent that speaks ACP behind the gate of its editor", () => import("./verbs/acp.ts")),
      listed("call", "send one tool call through the gate", () => import("./verbs/call.ts")),
      listed("classify", "say what a shell command would read and change", () => import("./verbs/classify.ts")),
      listed("completion", "print a completion script for your shell", async () => {
        const { completionVerb } = await import("./verbs/completion.ts");
        return { verb: completionVerb(verbList) };
      }),
    ],
  },
];

export const verbList: readonly ListedVerb[] = verbGroups.flatMap(({ verbs }) => verbs);

function listed(name: string, summary: string, load: ListedVerb["load"]): ListedVerb {
  return { name, summary, load };
}
