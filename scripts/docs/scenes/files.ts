import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import type { Produce } from "../produce.ts";
import { settleNumbers, uuidNumber } from "../settled-text.ts";
import { fenced, openStage, SHOWN_REPO } from "../stage.ts";

/** Played in this process, which is given its ids and its time: so the hashes in the examples are true. */
export const filesScene: Produce = async ({ program }) => {
  const stage = openStage(program);
  try {
    stage.quietly(
      "intentgate init --yes",
      'intentgate intent new INT-001 --name "JWT authentication" --scope "src/auth/**" --start',
    );
    stage.put("src/auth/old.pem", "the key of last year\n");
    const state = join(stage.repo, "..", "state");
    await play(stage.repo, state);
    const shown = (text: string) =>
      settleNumbers(text, [
        [stage.repo, SHOWN_REPO],
        [state, "~/.local/state/intentgate"],
      ]);
    const read = (path: string) => shown(readFileSync(join(stage.repo, path), "utf8")).trimEnd();
    const only = (folder: string, end: string) => {
      const found = readdirSync(join(stage.repo, folder)).find((name) => name.endsWith(end));
      if (found === undefined) throw new Error(`nothing in ${folder} ends with ${end}`);
      return read(`${folder}/${found}`);
    };
    const lines = (text: string, ...wanted: RegExp[]) =>
      wanted.map((want) => text.split("\n").find((line) => want.test(line)) ?? `missing: ${want}`).join("\n");
    return {
      blocks: {
        "files.intents": fenced("yaml", stage.text(".orchestration/active_intents.yaml")),
        "files.policy": fenced("yaml", stage.text(".orchestration/policy.yaml")),
        "files.ledger": fenced("json", read(".orchestration/agent_trace.jsonl").split("\n")[0] ?? ""),
        "files.map": fenced("markdown", read(".orchestration/intent_map.md")),
        "files.decisions": fenced(
          "json",
          lines(read(".orchestration/decisions.jsonl"), /"phase":"received".*weather/, /SCOPE_VIOLATION/),
        ),
        "files.session": fenced("json", only(".orchestration/sessions", ".jsonl").split("\n").slice(0, 6).join("\n")),
        "files.head": fenced("json", only(".orchestration/heads", ".json")),
        "files.approval": fenced("json", only(".orchestration/approvals", ".json")),
        "files.recent": fenced("json", only(".orchestration/cache/recent", ".jsonl").split("\n")[0] ?? ""),
        "files.roots": fenced("json", stage.text("../home/.local/state/intentgate/roots.json")),
        "files.lessons": fenced("markdown", read("AGENT.md")),
      },
    };
  } finally {
    stage.clear();
  }
};

async function play(repo: string, stateDir: string): Promise<void> {
  let made = 0;
  let seconds = 0;
  const workspace = openWorkspace(repo, {
    stateDir,
    newId: () => uuidNumber(++made),
    now: () => new Date(Date.parse("2026-02-16T12:00:00.000Z") + 1000 * seconds++),
  });
  const session = { id: "s1", host: "call", model: "some-model" };
  const call = (tool: string, input: object) => workspace.run({ tool, input, session, cwd: repo });
  await call("select_active_intent", { intent_id: "INT-001" });
  await call("edit", { path: "src/auth/middleware.ts", old_string: "Basic ", new_string: "Bearer " });
  await call("edit", { path: "src/api/weather.ts", old_string: "celsius", new_string: "kelvin" });
  await call("delete_file", { path: "src/auth/old.pem" });
  await workspace.lessons.accept(new Set(workspace.lessons.read().map(({ id }) => id)));
}
