import { expect, it } from "vitest";
import { atTerminal, call, jsonOf, makeScene, oneIntent, put, run, type Scene, textOf } from "./scene.ts";

const policy = "commands:\n  - run: sh tools/check.sh\n";
const intents = ".orchestration/active_intents.yaml";
const outside = { path: "src/pay/client.ts", content: "export {};\n" };

/** A program that an agent was allowed to run gave its intent more scope. */
async function widened(): Promise<Scene> {
  const scene = makeScene({ policy, files: { "tools/check.sh": "true\n" } });
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  put(scene.repo, "tools/check.sh", `sed -i 's#"src/auth/\\*\\*"#"src/auth/**", "src/pay/**"#' ${intents}\n`);
  const ran = await call(scene, "execute_command", { command: "sh tools/check.sh" });
  expect(ran.notices).toMatchObject([{ kind: "held" }]);
  expect(textOf(scene, intents)).toContain("src/pay/**");
  return scene;
}

it("what a program widened does not count until a person accepts it", async () => {
  const scene = await widened();
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  expect(await call(scene, "write_to_file", outside)).toMatchObject({ code: "SCOPE_VIOLATION" });
  const terminal = atTerminal(scene, ["trust"]);
  await terminal.sees('+    owned_scope: ["src/auth/**", "src/pay/**"]');
  await terminal.sees("Accept active_intents.yaml as it stands? [y/N]");
  terminal.type("y\n");
  expect((await terminal.done).code).toBe(0);
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  expect(await call(scene, "write_to_file", outside)).toMatchObject({ decision: "allow" });
  expect((await run(scene, ["trust"])).out).toContain("Nothing is held");
});

it.each(["n\n", "\n", "yes please\n", "\u0003", "\u0004"])("%j is not a yes", async (keys) => {
  const scene = await widened();
  const terminal = atTerminal(scene, ["trust"]);
  await terminal.sees("[y/N]");
  terminal.type(keys);
  expect((await terminal.done).out).toContain("stays held");
  expect(jsonOf<{ held: unknown[] }>(await run(scene, ["trust", "--json"])).held).toHaveLength(1);
});

it("trust needs a person, also with --yes; without one it only shows", async () => {
  const scene = await widened();
  for (const words of [["trust"], ["trust", "--yes"], ["trust", "--yes", "--json"]])
    expect((await run(scene, words)).code).toBe(2);
  const { held } = jsonOf<{ held: { file: string; diff: string[] }[] }>(await run(scene, ["trust", "--json"]));
  expect(held).toMatchObject([{ file: "active_intents.yaml" }]);
  expect(held[0]?.diff.join("\n")).toContain("src/pay/**");
  expect((await run(scene, ["trust", "package.json"])).code).toBe(64);
  expect((await run(scene, ["trust", "policy.yaml"])).out).toContain("Nothing is held in policy.yaml");
});

it("a file that changes while the person looks at it is not accepted", async () => {
  const scene = await widened();
  const terminal = atTerminal(scene, ["trust", intents]);
  await terminal.sees("[y/N]");
  put(scene.repo, intents, oneIntent.replace("src/auth/**", "**"));
  terminal.type("y\n");
  const { code, out } = await terminal.done;
  expect(code).toBe(1);
  expect(out).toContain("changed while you looked at it");
});

it("with trust: always a person's own edits wait too, until accepted with --yes", async () => {
  const scene = makeScene({ policy: "trust: always\n" });
  expect((await atTerminal(scene, ["trust", "--yes"]).done).code).toBe(0);
  expect((await run(scene, ["trust"])).out).toContain("Nothing is held");
  put(scene.repo, intents, oneIntent.replace("src/auth/**", "src/**"));
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  expect(await call(scene, "write_to_file", outside)).toMatchObject({ code: "SCOPE_VIOLATION" });
  const { out } = await atTerminal(scene, ["trust", "--yes"]).done;
  expect(out).toContain('+    owned_scope: ["src/**"]');
  expect(out).toContain("active_intents.yaml is accepted");
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  expect(await call(scene, "write_to_file", outside)).toMatchObject({ decision: "allow" });
});

it("a pause lets calls pass, is recorded, protects control files all the same, and can be ended", async () => {
  const scene = makeScene();
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  expect((await atTerminal(scene, ["pause", "10m"]).done).out).toContain("Paused");
  expect(jsonOf(await run(scene, ["pause", "--json"]))).toMatchObject({ paused: true, by: "ann" });
  expect(await call(scene, "write_to_file", outside)).toMatchObject({
    decision: "allow",
    notices: [{ kind: "observed" }],
  });
  expect(await call(scene, "write_to_file", { path: intents, content: "" })).toMatchObject({ code: "CONTROL_FILE" });
  const { decisions } = jsonOf<{ decisions: { tool: string; outcome: string }[] }>(
    await run(scene, ["decisions", "--json"]),
  );
  expect(decisions.filter((one) => one.tool === "pause")).toMatchObject([{ outcome: "paused" }]);
  expect((await run(scene, ["decisions"])).out).toContain("would: SCOPE_VIOLATION");
  expect((await atTerminal(scene, ["pause", "--off"]).done).out).toContain("enforces again");
  expect(await call(scene, "write_to_file", { ...outside, path: "src/pay/more.ts" })).toMatchObject({
    code: "SCOPE_VIOLATION",
  });
});

it("a pause needs a person", async () => {
  const scene = makeScene();
  expect((await run(scene, ["pause", "10m"])).code).toBe(2);
  expect((await run(scene, ["pause", "--off"])).code).toBe(2);
  expect(jsonOf(await run(scene, ["pause", "--json"]))).toEqual({ paused: false });
});

it.each(["5h", "4h1s", "10", "ten", "-5m", "0m", "1m1h", "1.5h", "m", "10m 5m", "99999h"])(
  "a pause of %j is refused",
  async (wanted) => {
    const { code, out } = await atTerminal(makeScene(), ["pause", ...wanted.split(" ")]).done;
    expect(code, out).toBe(64);
  },
);
