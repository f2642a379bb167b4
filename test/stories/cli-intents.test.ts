import { describe, expect, it } from "vitest";
import { call, makeScene, put, run, type Scene, textOf } from "./scene.ts";
import { done, INTENTS, json, refused } from "./steps.ts";

describe("intents", () => {
  it("a new one gets the next free id, and the file keeps its comments and spacing", async () => {
    const scene = makeScene();
    const odd = `# top\nactive_intents:   # all\n\n  - id: INT-007   # seven\n    name:  'odd'\n    owned_scope: [ "a/**" ]\n`;
    put(scene.repo, INTENTS, odd);
    const created = await json<{ intent: { id: string } }>(
      scene,
      "intent",
      "new",
      "--name",
      "JWT: login #1",
      "--scope",
      "src/auth/**",
      "--check",
      "npm run 'my test'",
    );
    expect(created.intent).toMatchObject({
      id: "INT-008",
      status: "PENDING",
      name: "JWT: login #1",
      checks: [{ run: ["npm", "run", "my test"] }],
    });
    expect(textOf(scene, INTENTS).startsWith(odd)).toBe(true);
  });

  const wrong: [string, number, string[], string][] = [
    ["no name", 64, [], "no name"],
    ["an empty name", 64, ["--name", " "], "name is empty"],
    ["a bad id", 64, ["../x", "--name", "a"], "is not an id"],
    ["an id that exists", 64, ["INT-001", "--name", "a"], "exists already"],
    ["an absolute glob", 64, ["--name", "a", "--scope", "/etc/**"], "is absolute"],
    ["a glob that climbs", 64, ["--name", "a", "--scope", "src/../../x"], "`..`"],
    ["a glob of the home folder", 64, ["--name", "a", "--scope", "~/x"], "absolute"],
    ["a glob the shell spread out", 64, ["--name", "a", "--scope", "src/a.ts", "src/b.ts", "src/c.ts"], "in quotes"],
    ["a check for a shell", 64, ["--name", "a", "--check", "a && b"], "without a shell"],
    ["an option of another subverb", 64, ["--name", "a", "--all"], "no --all"],
    ["an option nobody knows", 64, ["--name", "a", "--scop", "x"], "--scop"],
  ];
  it.each(wrong)("a new one with %s is refused and nothing is written", async (_, code, words, said) => {
    const scene = makeScene();
    const before = textOf(scene, INTENTS);
    expect(await refused(scene, code, "intent", "new", ...words)).toContain(said);
    expect(textOf(scene, INTENTS)).toBe(before);
  });

  it("a new one without scope is created with a warning that names the remedy", async () => {
    expect(await done(makeScene(), "intent", "new", "--name", "A")).toMatch(/warning .*owns no files.*--add-scope/);
  });

  it("created by many at once each get an id of their own", async () => {
    const scene = makeScene();
    const made = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        json<{ intent: { id: string } }>(scene, "intent", "new", "--name", `n${at}`),
      ),
    );
    expect(made.map((one) => one.intent.id).sort()).toEqual(["INT-003", "INT-004", "INT-005", "INT-006", "INT-007"]);
  });

  it("goes through its life, and every wrong step says which one to take", async () => {
    const scene = makeScene();
    await done(scene, "intent", "new", "L-1", "--name", "life", "--scope", "src/**");
    expect(await refused(scene, 1, "intent", "complete", "L-1")).toContain("intentgate intent start L-1");
    await done(scene, "intent", "start", "L-1");
    expect(await refused(scene, 1, "intent", "archive", "L-1")).toContain("in progress");
    await done(scene, "intent", "block", "L-1");
    await done(scene, "intent", "start", "L-1");
    await done(scene, "intent", "complete", "L-1");
    expect(await refused(scene, 1, "intent", "start", "L-1")).toContain("intent reopen L-1");
    await done(scene, "intent", "reopen", "L-1");
    await done(scene, "intent", "complete", "L-1");
    expect(await json(scene, "intent", "archive", "L-1")).toMatchObject({
      was: "COMPLETE",
      intent: { archived: true },
    });
    expect(await refused(scene, 1, "intent", "reopen", "L-1")).toContain("archived");
    expect(textOf(scene, INTENTS)).toMatch(/archived_intents:\n\s+- id: L-1/);
    expect(await refused(scene, 1, "intent", "start", "l-1")).toContain("Did you mean L-1?");
  });

  it("the list shows what is open; --all and --status show the rest", async () => {
    const scene = makeScene();
    await done(scene, "intent", "complete", "INT-001");
    const ids = async (...words: string[]) =>
      (await json<{ intents: { id: string }[] }>(scene, "intent", "list", ...words)).intents.map((one) => one.id);
    expect(await ids()).toEqual(["INT-002"]);
    expect(await ids("--all")).toEqual(["INT-001", "INT-002"]);
    expect(await ids("--status", "complete")).toEqual(["INT-001"]);
    expect(await ids("--status", "in-progress")).toEqual(["INT-002"]);
    expect(await refused(scene, 64, "intent", "list", "--status", "done")).toContain("IN_PROGRESS");
  });

  it("edits change what they name, tell who must select it again, and refuse what is not there", async () => {
    const scene = makeScene();
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    const edited = await json(
      scene,
      "intent",
      "edit",
      "INT-001",
      "--add-scope",
      "docs/**",
      "--constraint",
      "one",
      "--constraint",
      "two",
    );
    expect(edited).toMatchObject({
      select_again: ["s1"],
      intent: { owned_scope: ["src/auth/**", "docs/**"], constraints: ["one", "two"] },
    });
    expect(await call(scene, "write_to_file", { path: "src/auth/n.ts", content: "" })).toMatchObject({
      code: "INTENT_REQUIRED",
    });
    await done(
      scene,
      "intent",
      "edit",
      "INT-001",
      "--remove-scope",
      "docs/**",
      "--add-scope",
      "doc/*.md",
      "--constraint",
      "",
    );
    expect(await json(scene, "intent", "show", "INT-001")).toMatchObject({
      intent: { owned_scope: ["src/auth/**", "doc/*.md"], constraints: [] },
    });
    const before = textOf(scene, INTENTS);
    expect(await refused(scene, 1, "intent", "edit", "INT-001", "--remove-scope", "nope/**")).toContain("src/auth/**");
    expect(await refused(scene, 64, "intent", "edit", "INT-001", "--name", "x", "--add-scope", "/x")).toContain(
      "absolute",
    );
    expect(await refused(scene, 64, "intent", "edit", "INT-001")).toContain("nothing to change");
    expect(await refused(scene, 64, "intent", "edit", "INT-001", "--scope", "a", "--add-scope", "b")).toContain(
      "whole scope",
    );
    expect(await refused(scene, 1, "intent", "edit", "INT-009", "--name", "x")).toContain("INT-009");
    expect(textOf(scene, INTENTS)).toBe(before);
  });

  it("show tells the history of its sessions, and lists files, changes and sessions", async () => {
    const scene = makeScene();
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    await call(scene, "write_to_file", { path: "src/auth/n.ts", content: "1\n" });
    await call(scene, "write_to_file", { path: "README.md", content: "1\n" });
    const shown = await json<{ intent: { recent_history: string[] } }>(scene, "intent", "show", "INT-001");
    expect(shown).toMatchObject({
      sessions: [{ id: "s1", must_select_again: false }],
      files: [{ path: "src/auth/n.ts", change: "created" }],
      changes: [{ path: "src/auth/n.ts" }],
    });
    expect(shown.intent.recent_history).toContain("POST_HOOK write_to_file DENIED SCOPE_VIOLATION");
    expect(await refused(scene, 1, "intent", "show", "nope")).toContain("NOT_FOUND");
  });

  /** Two sessions under INT-001, which is in progress: each takes it, changes a file, and is refused another. */
  async function dayOfTwo(scene: Scene): Promise<void> {
    for (const session of ["s1", "s2", "s1"]) {
      await call(scene, "select_active_intent", { intent_id: "INT-001" }, session);
      await call(scene, "write_to_file", { path: `src/auth/${session}.ts`, content: "1\n" }, session);
      await call(scene, "write_to_file", { path: "README.md", content: "1\n" }, session);
    }
  }

  it.each([
    ["taken again and again"],
    ["shown", "show", "INT-001"],
    ["listed", "list"],
    ["refused an archive", "archive", "INT-001"],
    ["refused a start", "start", "INT-001"],
  ])("the file that people commit stays as it is when an intent is %s", async (_, ...words) => {
    const scene = makeScene();
    const before = textOf(scene, INTENTS);
    await dayOfTwo(scene);
    if (words.length > 0) await run(scene, ["intent", ...words]);
    expect(textOf(scene, INTENTS)).toBe(before);
  });

  it.each(["block", "edit"])("%s writes no history into it either", async (verb) => {
    const scene = makeScene();
    await dayOfTwo(scene);
    await done(scene, "intent", verb, "INT-001", ...(verb === "edit" ? ["--name", "Another"] : []));
    expect(textOf(scene, INTENTS)).not.toContain("POST_HOOK");
  });

  it("complete writes the newest 20 lines of all its sessions into it, once", async () => {
    const scene = makeScene();
    await dayOfTwo(scene);
    await dayOfTwo(scene);
    await done(scene, "intent", "complete", "INT-001");
    expect(textOf(scene, INTENTS).match(/_HOOK write_to_file|INJECTED write_to_file/g)).toHaveLength(20);
    const once = textOf(scene, INTENTS);
    const shown = await json<{ intent: { recent_history: string[] } }>(scene, "intent", "show", "INT-001");
    expect(shown.intent.recent_history).toHaveLength(20);
    expect(textOf(scene, INTENTS)).toBe(once);
  });

  it("the next session is told the last changes all the same, and no line of the history", async () => {
    const scene = makeScene();
    await dayOfTwo(scene);
    const next = JSON.stringify(await call(scene, "select_active_intent", { intent_id: "INT-001" }, "s3"));
    expect(next).toMatch(/<recent_changes>.*src\/auth\/s2\.ts.*<\/recent_changes>/);
    expect(next).not.toContain("POST_HOOK");
  });

  it("accept notes the moment and nothing else", async () => {
    const scene = makeScene();
    const before = textOf(scene, INTENTS);
    const { accepted_at } = await json(scene, "intent", "accept", "INT-001");
    const text = textOf(scene, INTENTS);
    expect(text).toContain(`accepted_at: "${accepted_at}"`);
    expect(text.replace(/\n.*accepted_at.*/, "")).toBe(before);
    expect(await json(scene, "intent", "show", "INT-001")).toMatchObject({ intent: { status: "IN_PROGRESS" } });
  });

  it("import makes an intent of a specification, and nothing of other files", async () => {
    const scene = makeScene({
      files: {
        "specs/spec.md": "# Feature Specification: Albums\n**Scope**: src/albums/**\n- **FR-001**: System MUST sort\n",
      },
    });
    expect(await json(scene, "intent", "import", "specs/spec.md")).toMatchObject({
      intent: { id: "INT-003", name: "Albums", owned_scope: ["src/albums/**"], related_specs: ["specs/spec.md"] },
    });
    expect(await refused(scene, 64, "intent", "import", "specs/spec.md", "--id", "INT-003")).toContain(
      "exists already",
    );
    expect(await refused(scene, 64, "intent", "import", "src/auth/token.ts")).toContain("not a feature specification");
    expect(await refused(scene, 1, "intent", "import", "nowhere.md")).toContain("no such file");
  });

  it("in a broken file nothing is edited, and the place is shown", async () => {
    const scene = makeScene({ intents: "active_intents:\n  - id: A\n    status: DOING\n" });
    for (const words of [
      ["list"],
      ["show", "A"],
      ["new", "--name", "x"],
      ["start", "A"],
      ["edit", "A", "--name", "y"],
    ]) {
      expect(await refused(scene, 1, "intent", ...words)).toContain(`${INTENTS}:3:13`);
    }
  });
});
