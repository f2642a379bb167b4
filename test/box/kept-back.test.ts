/** What lies outside the scope waits for a person: kept, added to the scope and kept, or discarded. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage();
});
afterAll(() => gate.clear());
beforeEach(() => {
  gate.plain("git stash -qu; git stash drop -q; git clean -fdxq -e .orchestration");
  gate.take("INT-1");
});

/** Changes a file outside the scope and one inside; gives the id that the model was told. */
function leaveOutside(text = "other"): string {
  const said = gate.run(
    `node -e "require('fs').writeFileSync('docs/d.md','${text}');require('fs').writeFileSync('src/in.ts','${text}')"`,
  );
  expect(said.result?.stderr).toMatch(/^Kept back: docs\/d\.md is kept back, .*request [0-9a-f]{8}/);
  expect(gate.plain("cat docs/d.md src/in.ts")).toBe(`d\n${text}`);
  return /request ([0-9a-f]{8})/.exec(said.result?.stderr ?? "")?.[1] ?? "";
}

it("is kept by a person's yes, and is a record of its own: made by the agent, approved by the person", () => {
  const id = leaveOutside("first");
  const before = gate.ledger().length;
  expect(gate.typed("approvals")).toContain("docs/d.md");
  expect(gate.typed(`approvals approve ${id}`)).toContain("Kept");
  expect(gate.plain("cat docs/d.md")).toBe("first");
  const [record, ...more] = gate.ledger().slice(before);
  expect(more).toEqual([]);
  expect(record).toMatchObject({ intent_id: "INT-1", files: [{ relative_path: "docs/d.md" }] });
  expect(record?.files[0]?.conversations[0]?.contributor.entity_type).toBe("AI");
  expect(record?.decision.approval).toMatch(/^once:/);
});

it("is nobody's question where its bytes could not be kept", () => {
  const kept = "$(echo ~/.local/state/intentgate/roots/*)/kept-changes";
  gate.plain(`mkdir -p ${kept}; chmod 500 ${kept}`);
  gate.run(`node -e "require('fs').writeFileSync('docs/d.md','unkept')"`);
  expect(gate.typed("approvals")).not.toContain("docs/d.md");
  gate.plain(`chmod 700 ${kept}`);
  expect(gate.plain("cat docs/d.md")).toBe("d\n");
});

it("is a question about what the command did, made by the gate", () => {
  const id = leaveOutside("asked");
  const { approvals } = JSON.parse(gate.plain(`${gate.program} approvals --json`)) as {
    approvals: { id: string; answers: string[]; question: object }[];
  };
  const asked = approvals.find((one) => one.id.startsWith(id));
  expect(asked?.answers).toEqual(["once", "scope", "reject"]);
  expect(asked?.question).toMatchObject({
    sentence: expect.stringMatching(
      /^The agent ran "node .*", and it edited docs\/d\.md, outside the scope of INT-1\.$/,
    ),
    severity: 2,
    facts: [
      { kind: "warning", text: "outside the scope" },
      { kind: "ok", text: "in git, can be restored" },
    ],
    waiting: { state: "went_on" },
    did: { paths: [{ path: "docs/d.md", does: "edited" }], more: 0 },
  });
  expect(gate.typed(`approvals show ${id}`)).toContain("edited docs/d.md");
  gate.typed(`approvals reject ${id}`);
});

it("is gone after a no, and nothing of it stays", () => {
  const id = leaveOutside("second");
  expect(gate.typed(`approvals reject ${id}`)).toContain("Discarded");
  expect(gate.plain("cat docs/d.md; ls ~/.local/state/intentgate/roots/*/kept-changes")).toBe("d\n");
});

it("is not kept over what somebody changed since, and stays kept until that is put aside", () => {
  const id = leaveOutside("third");
  gate.plain("echo mine > docs/d.md");
  const said = gate.typed(`approvals approve ${id}`);
  expect(said).toContain("somebody changed docs/d.md since");
  expect(gate.plain("cat docs/d.md")).toBe("mine\n");
  const again = /It waits as request ([0-9a-f]{8})/.exec(said)?.[1] ?? "";
  expect(again).not.toBe(id);
  expect(gate.typed("approvals")).toContain("Somebody changed docs/d.md since");
  // Still in the way.
  const third = /It waits as request ([0-9a-f]{8})/.exec(gate.typed(`approvals approve ${again}`))?.[1] ?? "";
  expect(gate.plain("cat docs/d.md")).toBe("mine\n");
  gate.plain("git checkout -q docs/d.md");
  // An old yes counts for nothing any more.
  gate.run("ls");
  expect(gate.plain("cat docs/d.md")).toBe("d\n");
  expect(gate.typed(`approvals approve ${third}`)).toContain("Kept");
  expect(gate.plain("cat docs/d.md")).toBe("third");
});

it("is undone like any other change", () => {
  const id = leaveOutside("undone");
  gate.typed(`approvals approve ${id}`);
  expect(gate.plain("cat docs/d.md")).toBe("undone");
  gate.typed("undo --last --yes");
  expect(gate.plain("cat docs/d.md")).toBe("d\n");
});

it("is counted where everything that is kept is shown", () => {
  leaveOutside("counted");
  const kinds = JSON.parse(gate.plain(`${gate.program} storage --json`)).kinds as { kind: string; files: number }[];
  expect(kinds.find(({ kind }) => kind === "kept-back")?.files).toBeGreaterThan(0);
});

it("is gone where nobody can read any more what it was, and the next call passes all the same", () => {
  const id = leaveOutside("torn");
  gate.plain("truncate -s 20 ~/.local/state/intentgate/roots/*/kept-changes/*/kept.json");
  expect(gate.run("ls")).toMatchObject({ decision: "allow", result: { exit_code: 0 } });
  expect(gate.typed(`approvals approve ${id}`)).toContain("cannot be read any more");
  expect(gate.plain("cat docs/d.md")).toBe("d\n");
  expect(gate.run("ls").decision).toBe("allow");
});

it("is answered once", () => {
  const id = leaveOutside("fourth");
  gate.typed(`approvals reject ${id}`);
  expect(gate.typed(`approvals approve ${id}`)).toContain("rejected already");
  expect(gate.plain("cat docs/d.md")).toBe("d\n");
});

it("joins the scope where the person says so", () => {
  const id = leaveOutside("fifth");
  expect(gate.typed(`approvals approve ${id} --add-to-scope`)).toContain("INT-1 owns it now");
  expect(gate.plain("cat docs/d.md")).toBe("fifth");
  gate.take("INT-1");
  const said = gate.run(`node -e "require('fs').writeFileSync('docs/d.md','sixth')"`);
  expect(said.result?.stderr).toBe("");
  expect(gate.plain("cat docs/d.md")).toBe("sixth");
});

it("holds what .intentignore wants a yes for, though the scope covers it and nobody foresaw it", () => {
  gate.plain(
    "printf 'src/careful/** require_approval\\n' > .intentignore; mkdir src/careful; echo c > src/careful/c.ts; git add -A; git commit -qm careful",
  );
  const write = (text: string) =>
    gate.run(
      `node -e "const f=require('fs');for(const n of ['careful/c.ts','free.ts'])f.writeFileSync('src/'+n,'${text}')"`,
    );
  const said = write("new");
  expect(said.result?.stderr).toMatch(/^Kept back: src\/careful\/c\.ts is kept back/);
  expect(gate.plain("cat src/careful/c.ts src/free.ts")).toBe("c\nnew");
  const id = /request ([0-9a-f]{8})/.exec(said.result?.stderr ?? "")?.[1] ?? "";
  gate.typed(`approvals approve ${id}`);
  expect(gate.plain("cat src/careful/c.ts")).toBe("new");
  const commit = "require('fs').rmSync('src/careful/c.ts');require('child_process').execSync('git commit -aqm x')";
  expect(gate.run(`node -e "${commit}"`).result?.stderr).toMatch(/^Not committed: /);
  expect(gate.plain("cat src/careful/c.ts; git log --format=%s -1; rm .intentignore")).toBe("newcareful\n");
});
