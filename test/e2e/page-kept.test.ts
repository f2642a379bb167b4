/** What a contained command did outside the scope, at the page in a real browser: shown with its diff, and kept or not. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call, type Scene, textOf } from "../stories/scene.ts";
import { closeBrowserAtEnd, openPage, serveScene } from "./page-stage.ts";

closeBrowserAtEnd();

const outside = "docs/notes.md";
const files = {
  [outside]: "what stood there\n",
  "make.sh": `echo what it made > ${outside}; echo made > src/auth/made.ts; echo said\n`,
};

interface Row {
  files: { relative_path: string; conversations: { contributor: { entity_type: string } }[] }[];
  decision: { approval: string };
}

const recorded = (scene: Scene) =>
  readFileSync(join(scene.repo, ".orchestration/agent_trace.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row)
    .flatMap(({ files, decision }) =>
      files.map((file) => [
        file.relative_path,
        file.conversations[0]?.contributor.entity_type,
        decision.approval.split(":")[0],
      ]),
    );
const owned = (scene: Scene) => /owned_scope: .*/.exec(textOf(scene, ".orchestration/active_intents.yaml"))?.[0];

const within = ["src/auth/made.ts", "AI", "none"];

it.each([
  ["kept", /^Keep/, "what it made\n", [within, [outside, "AI", "once"]], false],
  ["added to the scope and kept", /scope/i, "what it made\n", [within, [outside, "AI", expect.any(String)]], true],
  ["discarded", /^Discard/, "what stood there\n", [within], false],
])("is %s with its button, and the ledger says so", async (_what, button, text, rows, isOwned) => {
  const stage = await serveScene({ files, policy: "approval: { timeout_s: 40 }\n" }, (scene) => {
    scene.env.INTENTGATE_NO_BOX = "0";
  });
  const { scene } = stage;
  const { page, complaints } = await openPage(stage);
  await page.getByText("Live", { exact: true }).waitFor();
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  const ran = await call(scene, "execute_command", { command: "sh make.sh" });
  expect(ran).toMatchObject({ decision: "allow", result: { exit_code: 0, stdout: "said\n" } });
  expect([textOf(scene, "src/auth/made.ts"), textOf(scene, outside)]).toEqual(["made\n", "what stood there\n"]);
  const card = page.getByRole("article").filter({ hasText: outside });
  await card.getByText("what it made").first().waitFor();
  expect(await card.textContent()).toContain("what stood there");
  await card.getByRole("button", { name: button }).click();
  if (text === "what stood there\n") await card.getByRole("button", { name: "Discard", exact: true }).click();
  await card.waitFor({ state: "detached" });
  await expect.poll(() => textOf(scene, outside), { timeout: 20_000 }).toBe(text);
  await expect.poll(() => recorded(scene), { timeout: 20_000 }).toEqual(rows);
  expect(owned(scene)?.includes(outside)).toBe(isOwned);
  expect(complaints).toEqual([]);
});
