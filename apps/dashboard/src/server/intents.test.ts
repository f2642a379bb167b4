import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, serveHere, until } from "../../../../test/support/dashboard/server-stage.ts";

const commented = `# of people, for people
active_intents:
  - id: INT-001   # the first
    name: One
    status: IN_PROGRESS
    owned_scope: ["src/**"]
  - id: INT-002
    name: Two
    status: PENDING
    owned_scope: ["src/auth/**", "docs/**"]
`;
const files = { "src/auth/a.ts": "", "src/b.ts": "", "docs/c.md": "", "lib/d.ts": "" };

describe("intents on the page", () => {
  it("are declared with what a person typed, under the next free id, and the file keeps its comments", async () => {
    const { send, root, get } = await serveHere({ intents: commented });
    const name = `"><img src=x onerror=alert(1)>: {yaml} # not a comment`;
    const made = await send("POST", "/api/intents", {
      name,
      owned_scope: ["lib/**", " "],
      checks: ["npm test -- 'a b'"],
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      id: "INT-003",
      name,
      column: "PENDING",
      owned_scope: ["lib/**"],
      checks: ['npm test -- "a b"'],
    });
    const text = readFileSync(join(root, ".orchestration/active_intents.yaml"), "utf8");
    expect(text.startsWith(commented)).toBe(true);
    const board = (await get("/api/intents")).json;
    expect(board).toMatchObject({ total: 3, counts: { PENDING: 2, IN_PROGRESS: 1, COMPLETE: 0 } });
    expect((await get("/api/intents?column=PENDING&count=1&from=1")).json).toMatchObject({ total: 2, from: 1 });
    expect((await get("/api/intents?text=two")).json.items).toMatchObject([{ id: "INT-002" }]);
  });

  it.each([
    [{}, 400],
    [{ name: "x" }, 400],
    [{ name: "x", owned_scope: "src/**" }, 400],
    [{ name: "x", owned_scope: [], more: 1 }, 400],
    [{ name: "x".repeat(501), owned_scope: [] }, 400],
    [{ name: "x", owned_scope: Array.from({ length: 501 }, () => "a") }, 400],
    [{ name: 7, owned_scope: [] }, 400],
    [[], 400],
    [null, 400],
    [{ name: " ", owned_scope: [] }, 422],
    [{ name: "x", owned_scope: ["../outside/**"] }, 422],
    [{ name: "x", owned_scope: ["/etc/**"] }, 422],
    [{ id: "../x", name: "x", owned_scope: [] }, 422],
    [{ id: "INT-001", name: "x", owned_scope: [] }, 422],
    [{ name: "x", owned_scope: [], checks: ["a | b"] }, 422],
    [{ name: "x", owned_scope: [], checks: ["a 'b"] }, 422],
  ])("are not declared by %j", async (body, status) => {
    const { send, root } = await serveHere({ intents: commented });
    const told = await send("POST", "/api/intents", body);
    expect([told.status, told.json.problems.length > 0]).toEqual([status, true]);
    expect(readFileSync(join(root, ".orchestration/active_intents.yaml"), "utf8")).toBe(commented);
  });

  it("are changed as long as nobody else changed them meanwhile", async () => {
    const { send, get, gate } = await serveHere({ intents: commented });
    const before = (await get("/api/intents/INT-001")).json;
    const edited = await send("PATCH", "/api/intents/INT-001", {
      digest: before.digest,
      name: "Uno",
      owned_scope: ["src/**", "test/**"],
      acceptance_criteria: ["it works"],
    });
    expect(edited.json).toMatchObject({
      name: "Uno",
      owned_scope: ["src/**", "test/**"],
      acceptance_criteria: ["it works"],
    });
    const late = await send("PATCH", "/api/intents/INT-001", { digest: before.digest, name: "Mine" });
    expect([late.status, late.json.problems[0].message]).toEqual([
      409,
      "INT-001 was changed by somebody else meanwhile",
    ]);
    const read = gate.home.store.intents.read();
    expect(read.ok && read.value.intents.get("INT-001")?.name).toBe("Uno");
    expect((await send("PATCH", "/api/intents/INT-001", { digest: edited.json.digest })).status).toBe(422);
    expect((await send("PATCH", "/api/intents/INT-001", { digest: edited.json.digest, name: "" })).status).toBe(422);
    expect((await send("PATCH", "/api/intents/INT-009", { digest: "x", name: "y" })).status).toBe(404);
  });

  it("are moved along their life, and only along it", async () => {
    const { send } = await serveHere({ intents: commented });
    const move = async (id: string, to: string) => (await send("POST", `/api/intents/${id}/move`, { move: to })).json;
    expect((await move("INT-001", "complete")).column).toBe("COMPLETE");
    expect((await move("INT-001", "block")).problems[0].code).toBe("NOT_ALLOWED");
    expect((await move("INT-001", "reopen")).column).toBe("IN_PROGRESS");
    expect((await move("INT-001", "archive")).problems[0].code).toBe("NOT_ALLOWED");
    expect((await move("INT-002", "complete")).problems[0].code).toBe("NOT_ALLOWED");
    const archived = await move("INT-002", "archive");
    expect([archived.column, archived.moves]).toEqual(["ARCHIVED", []]);
    expect((await move("INT-002", "start")).problems[0].code).toBe("NOT_ALLOWED");
    expect((await move("INT-009", "start")).problems[0].code).toBe("NOT_FOUND");
    expect((await move("INT-001", "delete")).problems[0].code).toBe("BAD_INPUT");
    expect((await move("INT-001", "accept")).column).toBe("IN_PROGRESS");
  });

  it("show their scope as a tree, and who else owns the same", async () => {
    const { get, send } = await serveHere({ intents: commented, files });
    const tree = (await get("/api/intents/INT-002/scope")).json.items;
    expect(tree).toMatchObject([
      { name: "docs", files: 1, covered: 1, also_owned_by: [] },
      { name: "lib", files: 1, covered: 0 },
      { name: "src", files: 2, covered: 1, also_owned_by: ["INT-001"] },
    ]);
    const page = await until(async () => {
      const { json } = await get("/api/intents/INT-001");
      return json.overlaps && json;
    });
    expect(page.overlaps).toEqual([{ intent_id: "INT-002", name: "Two", files: 1, examples: ["src/auth/a.ts"] }]);
    const preview = await send("POST", "/api/scope/preview", { globs: ["docs/**", "[", "../x"], except: "INT-001" });
    expect(preview.json).toMatchObject({ files: 1, examples: ["docs/c.md"], overlaps: [{ intent_id: "INT-002" }] });
    expect(preview.json.problems.length).toBeGreaterThan(0);
  });

  it("that cannot be read are told with their place, and nothing is shown in their stead", async () => {
    const { get, send, put } = await serveHere({ intents: commented });
    put(".orchestration/active_intents.yaml", commented.replace("owned_scope", "owned_scop"));
    const told = await get("/api/intents");
    expect(told.status).toBe(422);
    expect(told.json.problems[0]).toMatchObject({
      code: "BAD_INTENTS",
      line: 6,
      file: ".orchestration/active_intents.yaml",
    });
    expect((await get("/api/now")).json.problems[0].code).toBe("BAD_INTENTS");
    expect((await send("POST", "/api/intents", { name: "x", owned_scope: [] })).status).toBe(422);
  });

  it("take no more than a body of sensible size, and no broken JSON", async () => {
    const { send, server } = await serveHere();
    const huge = await send("POST", "/api/intents", { name: "x", owned_scope: ["y".repeat(400_000)] });
    expect([huge.status, huge.json.problems[0].message]).toEqual([413, "the body is too large"]);
    const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
    for (const raw of ["", "{", "[1", '{"name":"x","name":', "\u0000"])
      expect((await ask(server, "/api/intents", { method: "POST", raw, headers })).status).toBe(400);
    const proto = '{"__proto__":{"start":true},"name":"x","owned_scope":[]}';
    expect((await ask(server, "/api/intents", { method: "POST", raw: proto, headers })).status).toBe(400);
  });
});
