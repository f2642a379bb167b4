/** What a command that goes on writes into the tree after its call is over: on record, and nobody else's. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type HostStage, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
beforeAll(async () => {
  host = await setHostStage();
  host.plain("echo person > src/kk; git add -A; git commit -qm kk");
  host.takes("INT-1");
});
afterAll(() => host.clear());

const behind = { input: { run_in_background: true } };
const stands = (path: string) => host.plain(`cat ${path} 2>/dev/null; true`);
const paths = () => host.ledger().flatMap(({ files }) => files.map((file) => file.relative_path));
const writers = (path: string) =>
  host
    .ledger()
    .flatMap(({ files }) => files)
    .filter((file) => file.relative_path === path)
    .flatMap(({ conversations }) => conversations.map(({ contributor }) => contributor));
const named = (session: string) => ({
  entity_type: "UNKNOWN",
  model_identifier: "unknown",
  candidates: [
    expect.objectContaining({ entity_type: "AI", session: `claude-code:${session}` }),
    { entity_type: "HUMAN" },
  ],
});
const event = (name: string, session = "s1") => {
  const payload = {
    session_id: session,
    transcript_path: "/x",
    cwd: host.root,
    hook_event_name: name,
    reason: "other",
  };
  return host.below(`printf '%s' '${JSON.stringify(payload)}' | ${host.program} hook claude-code ${name} 2>&1`);
};
/** Writes when it is told to, so that it is after its call for certain, and stays. */
const waiting = (path: string, text: string, then = "sleep 300") =>
  `until [ -e src/go-${path} ]; do sleep 0.05; done; echo ${text} >> src/${path}; ${then}`;

async function heldWrite(path: string, text: string, then?: string): Promise<string> {
  host.plain(`cat > src/${path}.sh <<'END'\n${waiting(path, text, then)}\nEND`);
  const { out } = host.bash(`bash src/${path}.sh`, behind);
  const id = /background as (\w+)/.exec(out)?.[1] ?? "";
  expect(id).not.toBe("");
  host.plain(`touch src/go-${path}`);
  await until(() => stands(`src/${path}`).includes(text));
  return id;
}

describe("what a held command writes after its call", () => {
  it("is on record with the next command of any session", async () => {
    const id = await heldWrite("newB", "fresh");
    expect(paths()).not.toContain("src/newB");
    host.takes("INT-1", "s2");
    host.bash("cat src/newB", { session: "s2" });
    expect(writers("src/newB")).toEqual([named("s1")]);
    expect(host.typed("why src/newB:1")).not.toContain("HUMAN wrote");
    host.typed(`box stop ${id}`);
  });

  it.each(["Stop", "SessionEnd"])("is on record with the event %s", async (name) => {
    const path = `at-${name}`;
    const id = await heldWrite(path, "fresh");
    event(name);
    expect(writers(`src/${path}`)).toEqual([named("s1")]);
    host.typed(`box stop ${id}`);
    host.takes("INT-1");
  });

  it("is on record when it ends, and no agent's edit takes a line of a person's with it", async () => {
    await heldWrite("kk", "held", "true");
    await until(() => paths().includes("src/kk"));
    expect(writers("src/kk")).toEqual([named("s1")]);
    expect(host.typed("why src/kk:2")).toContain("s1");
    expect(host.typed("why src/kk:1")).not.toContain("s1");
  });
});
