import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gateIn, withPerson } from "./gate-scene.ts";
import { day, shop } from "./quiet-day.ts";
import { makeScene, put, run } from "./scene.ts";

const intent = `active_intents:
  - id: CART-1
    name: Amounts, discounts and prices in the cart
    status: PENDING
    owned_scope: ["src/cart/**", "test/**", "package.json", "package-lock.json", "README.md"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;

it("a day of fifty calls, test first, asks at most three times and stops nothing", async () => {
  const scene = makeScene({ files: shop, intents: null });
  chmodSync(join(scene.repo, "node_modules/.bin/prettier"), 0o755);
  const git = (...words: string[]) => spawnSync("git", words, { cwd: scene.repo, env: scene.env });
  git("config", "user.name", "Agent");
  git("config", "user.email", "agent@example.invalid");
  const done = await run(scene, ["init", "--yes"]);
  expect(done.code, done.err).toBe(0);
  put(scene.repo, ".orchestration/active_intents.yaml", intent);
  // What steers the gate is a person's to commit, and init says so.
  git("add", "-A");
  git("commit", "-q", "-m", "Declare an intent");
  expect(readFileSync(join(scene.repo, ".orchestration/policy.yaml"), "utf8")).toContain("npm test");

  const gate = gateIn(scene, scene.repo);
  const stopped: unknown[] = [];
  const noise: unknown[] = [];
  const failed: unknown[] = [];
  const { asked } = await withPerson(
    gate,
    (entry) => (entry.shown.command?.startsWith("npx prettier") ? "declare" : "once"),
    async () => {
      for (const [tool, input] of day) {
        const answer = await gate.call(tool, input);
        if (answer.decision === "deny") stopped.push({ tool, input, refusal: answer.refusal });
        if (answer.failed) failed.push({ tool, input, error: answer.error });
        noise.push(...answer.notices);
      }
    },
  );
  expect(day).toHaveLength(50);
  expect(stopped).toEqual([]);
  expect(noise).toEqual([]);
  expect(failed).toEqual([]);
  expect(asked.map((one) => one.shown.command)).toEqual([
    "npx prettier --write src/cart/rules/discount.mjs",
    "npm install --offline --no-audit --no-fund ./vendor/money",
  ]);
  const test = spawnSync("npm", ["test"], { cwd: scene.repo, env: scene.env, encoding: "utf8" });
  expect(test.stdout).toContain("# pass 4");
  expect(git("status", "--porcelain").stdout.toString()).toBe("");
  const touched = new Set(gate.ledger().flatMap((record) => record.files.map((file) => file.relative_path)));
  const built = [...touched].filter((path) => path.startsWith("dist/"));
  for (const path of built) touched.delete(path);
  expect([...touched].sort()).toEqual([
    "README.md",
    "package-lock.json",
    "package.json",
    "src/cart/cart.mjs",
    "src/cart/price.mjs",
    "src/cart/rules/discount.mjs",
    "test/cart.test.mjs",
    "test/discount.test.mjs",
    "test/price.test.mjs",
  ]);
});
