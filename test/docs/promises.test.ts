/** What the documents promise and no other test shows. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import { isSealIntact } from "@intentgate/trace";
import { expect, it } from "vitest";
import { projectFiles, textOf } from "../project-files.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { codeIn, documents, withoutFences } from "./markdown.ts";

it("a session without an intent is given no context for the model", async () => {
  const folder = tempFolder("promises");
  const repo = join(folder, "repo");
  mkdirSync(join(repo, ".orchestration"), { recursive: true });
  writeFileSync(
    join(repo, ".orchestration/active_intents.yaml"),
    'active_intents: [{ id: INT-001, owned_scope: ["**"], status: IN_PROGRESS }]\n',
  );
  const workspace = openWorkspace(repo, { stateDir: join(folder, "state") });
  const call = (tool: string, input: object) => workspace.run({ tool, input, session: { id: "s1" }, cwd: repo });
  expect(await call("list_files", { path: "." })).toMatchObject({ decision: "allow", contextPatch: {} });
  expect(await call("write_to_file", { path: "a", content: "" })).toMatchObject({ decision: "deny", contextPatch: {} });
  expect(existsSync(join(repo, "a"))).toBe(false);
  await call("select_active_intent", { intent_id: "INT-001" });
  const told = await call("write_to_file", { path: "a", content: "" });
  expect(told.contextPatch.intent_context).toContain("INT-001");
});

it("the line of the ledger in the reference is one that verifies", () => {
  const line = textOf("docs/reference/files.md")
    .split("\n")
    .find((one) => one.startsWith('{"version":1,"id"'));
  expect(line && isSealIntact(line)).toBe(true);
  expect(isSealIntact(String(line).replace("INT-001", "INT-002"))).toBe(false);
});

it("every file of this repository that a document names is there", () => {
  const files = new Set(projectFiles());
  const named = documents.flatMap((page) =>
    codeIn(withoutFences(textOf(page)))
      .filter((code) => /^(packages|apps|test|scripts|docs|bench)\/[\w./-]+\.(ts|mjs|md|json)$/.test(code))
      .map((code) => ({ page, code })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ code }) => !files.has(code))).toEqual([]);
});
