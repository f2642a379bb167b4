import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { atTerminal, binary, jsonOf, makeScene, run, type Scene, shellAtTerminal } from "./scene.ts";

interface DemoReport {
  ok: boolean;
  faults: string[];
  steps: { tool: string; expected: string; got: string; as_expected: boolean; asked: boolean }[];
  records: { intent_id: string; files: { relative_path: string }[] }[];
  verify: { records: number; findings: unknown[]; anchor: string };
  workspace: string | null;
}

/** A temp folder of its own, so that what the demo leaves behind can be seen. */
function withTemp(scene: Scene): { scene: Scene; left: () => string[] } {
  const temp = dirname(scene.repo);
  return {
    scene: { ...scene, env: { ...scene.env, TMPDIR: temp } },
    left: () => readdirSync(temp).filter((name) => name.startsWith("intentgate-demo-")),
  };
}

it("meets every decision it promises, through the real gate", async () => {
  const { scene } = withTemp(makeScene());
  const ran = await run(scene, ["demo", "--json"]);
  const report = jsonOf<DemoReport>(ran);
  expect(report.faults).toEqual([]);
  expect(ran.code).toBe(0);
  const codes = report.steps.map((step) => step.got);
  for (const code of [
    "INTENT_REQUIRED",
    "INTENT_NOT_FOUND",
    "SCOPE_VIOLATION",
    "STALE_FILE",
    "DESTRUCTIVE_BLOCKED",
    "CONTROL_FILE",
    "HITL_REJECT",
    "allow",
  ]) {
    expect(codes).toContain(code);
  }
  expect(report.steps.filter((step) => step.asked)).toHaveLength(3);
  expect(report.verify).toMatchObject({ records: 7, findings: [], anchor: "heads_and_list" });
  const isSearch = (record: DemoReport["records"][number]) => record.files[0]?.relative_path.startsWith("src/search/");
  for (const record of report.records) expect(record.intent_id).toBe(isSearch(record) ? "INT-002" : "INT-001");
});

it("tells the story plainly without a terminal, and where the workspace was left; it touches nobody's state", async () => {
  const { scene, left } = withTemp(makeScene());
  const ran = await run(scene, ["demo"]);
  expect(ran.code).toBe(0);
  expect(ran.out).not.toContain("\u001b");
  for (const said of [
    "SCOPE_VIOLATION",
    "(answered for you by the demo)",
    "The ledger is sound",
    "every decision as it should be",
    `node ${binary} trace log`,
    `In your own repository: node ${binary} init`,
  ]) {
    expect(ran.out).toContain(said);
  }
  expect(ran.out).toContain(join(scene.env.TMPDIR ?? "", left()[0] ?? "none", "corner-shop"));
  expect(existsSync(scene.env.XDG_STATE_HOME ?? "")).toBe(false);
  expect(readdirSync(scene.env.HOME ?? "")).toEqual([]);
});

it("leaves a workspace on a terminal, in which the commands it names work", async () => {
  const { scene, left } = withTemp(makeScene());
  const { code, out } = await atTerminal(scene, ["demo", "--fast"]).done;
  expect(code).toBe(0);
  const [name] = left();
  const folder = join(scene.env.TMPDIR ?? "", name ?? "none", "corner-shop");
  expect(out).toContain(`cd ${folder}`);
  const commands = [...out.matchAll(/^ {2}(node .+?) {2,}/gm)].map((match) => match[1] ?? "");
  expect(commands.length).toBeGreaterThanOrEqual(4);
  // As a person types them: `intentgate` is no word of this terminal.
  for (const command of commands) {
    const ran = await shellAtTerminal(scene, command, { cwd: folder }).done;
    expect(ran.code, `${command}: ${ran.out}`).toBe(0);
  }
  expect((await run(scene, ["trace", "log"], { cwd: folder })).out).toContain("src/payments/client.ts");
});

it("leaves the workspace behind, or removes it where it is asked to", async () => {
  const { scene, left } = withTemp(makeScene());
  const report = jsonOf<DemoReport>(await run(scene, ["demo", "--json"]));
  expect(report.workspace).toContain(left()[0]);
  expect(existsSync(join(report.workspace ?? "", "src/payments/refund.ts"))).toBe(true);
  const kept = left();
  await run(scene, ["demo", "--json", "--remove"]);
  expect(left()).toEqual(kept);
});

it("works where there is no git", async () => {
  const { scene } = withTemp(makeScene());
  const bare = join(dirname(scene.repo), "bin");
  const { mkdirSync, symlinkSync } = await import("node:fs");
  mkdirSync(bare);
  onTestFinished(() => rmSync(bare, { recursive: true, force: true }));
  symlinkSync(process.execPath, join(bare, "node"));
  const ran = await run(scene, ["demo"], { env: { PATH: bare } });
  expect(ran.code, ran.out).toBe(0);
  expect(ran.out).toContain("without git");
});

it("says so and ends with 1 when the gate decides otherwise than it should", async () => {
  const { scene, left } = withTemp(makeScene());
  // Without node in the path the check of the intent cannot run, so its completion is refused.
  const ran = await run(scene, ["demo"], { env: { PATH: "/nonexistent" } });
  expect(ran.code).toBe(1);
  expect(ran.out).toContain("The gate did not decide as it should");
  expect(ran.out).toContain("INT-001 is IN_PROGRESS, not COMPLETE");
  expect(left()).toHaveLength(1);
});

it("does not take words it does not know", async () => {
  const ran = await run(makeScene(), ["demo", "slides"]);
  expect(ran.code).toBe(64);
});
