import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serveHere, until } from "../../../../test/support/dashboard/server-stage.ts";

const files = {
  "src/a.ts": "export const a = 1;\nexport const b = 2;\n",
  "src/empty.ts": "",
  "src/<img src=x onerror=alert(1)>.ts": "<script>alert(1)</script>\n",
  "src/naïve 名.ts": "x\n",
  ".env": "SECRET=hunter2\n",
  "deep/.ENV": "SECRET=hunter2\n",
  "src/id_rsa": "-----BEGIN hunter2\n",
  "picture.bin": "a\0b\0c",
};

const fileAt = (path: string) => `/api/code/file?path=${encodeURIComponent(path)}`;

describe("the text of a file", () => {
  it("comes with who wrote it, in a window of lines", async () => {
    const { get } = await serveHere({
      files: { "long.txt": Array.from({ length: 5_000 }, (_, at) => `line ${at}`).join("\n") },
    });
    const { json } = await get(`${fileAt("long.txt")}&from=4990&count=500`);
    expect(json).toMatchObject({ state: "text", total: 5_000, from: 4_990 });
    expect(json.lines).toEqual(Array.from({ length: 10 }, (_, at) => `line ${4_990 + at}`));
    expect(json.ranges).toMatchObject([{ start: 1, end: 5_000, who: "BEFORE" }]);
    expect((await get(`${fileAt("long.txt")}&count=2001`)).status).toBe(400);
    expect((await get(`${fileAt("long.txt")}&from=9999`)).json.lines).toEqual([]);
  });

  it("is cut where a line is endless, and says where", async () => {
    const { get } = await serveHere({ files: { "min.js": `ok\n${"x".repeat(100_000)}\n` } });
    const { json } = await get(fileAt("min.js"));
    expect([json.lines[1].length, json.cut]).toEqual([2_000, [1]]);
  });

  it("is data, whatever names and lines look like", async () => {
    const { get } = await serveHere({ files });
    const name = "src/<img src=x onerror=alert(1)>.ts";
    const told = await get(fileAt(name));
    expect(told.json).toMatchObject({ path: name, lines: ["<script>alert(1)</script>"] });
    expect(told.headers["content-type"]).toBe("application/json");
    expect((await get(fileAt("src/naïve 名.ts"))).json.lines).toEqual(["x"]);
    expect((await get(fileAt("src/empty.ts"))).json.state).toBe("empty");
    expect((await get(fileAt("picture.bin"))).json.state).toBe("binary");
  });

  it.each([".env", "deep/.ENV", "src/id_rsa"])("of the secret %s is not shown, nor any line of it", async (path) => {
    const { get } = await serveHere({ files });
    const [file, why] = [await get(fileAt(path)), await get(`/api/code/why?path=${path}&line=1`)];
    expect(file.json.state).toBe("secret");
    expect(why.json.text).toBe("");
    expect(`${file.text}${why.text}`).not.toContain("hunter2");
  });

  it("is not shown at all while nobody can say what is secret", async () => {
    const { get } = await serveHere({ files, policy: "secret_paths: {}\n" });
    expect((await get(fileAt("src/a.ts"))).json.state).toBe("secret");
  });

  it("is secret where the policy says so", async () => {
    const { get } = await serveHere({ files, policy: 'secret_paths: ["src/a.ts"]\n' });
    expect((await get(fileAt("src/a.ts"))).json.state).toBe("secret");
    expect((await get(fileAt(".env"))).json.state).toBe("secret");
  });

  it.each([
    "../outside.txt",
    "src/../../outside.txt",
    "src/../src/a.ts",
    "./src/a.ts",
    "/etc/passwd",
    "//etc/passwd",
    "..\\outside.txt",
    "src/a.ts\0.png",
    "src//a.ts",
    "src",
    "",
    ".",
    ".git/config",
    "src/.git/config",
    ".orchestration/active_intents.yaml",
    ".orchestration/decisions.jsonl",
    "%2e%2e/outside.txt",
    "nothing.txt",
    "link-out",
    "link-in",
    "linked/outside.txt",
    "pipe/a.ts",
  ])("is not that of %j", async (path) => {
    const { get, folder, root } = await serveHere({
      files: { ...files, ".git/config": "[hunter2]", "src/.git/config": "[hunter2]" },
    });
    writeFileSync(join(folder, "outside.txt"), "hunter2\n");
    mkdirSync(join(folder, "elsewhere"));
    writeFileSync(join(folder, "elsewhere", "outside.txt"), "hunter2\n");
    symlinkSync(join(folder, "outside.txt"), join(root, "link-out"));
    symlinkSync("src/id_rsa", join(root, "link-in"));
    symlinkSync(join(folder, "elsewhere"), join(root, "linked"));
    for (const address of [fileAt(path), `/api/code/why?line=1&path=${encodeURIComponent(path)}`]) {
      const told = await get(address);
      expect([told.status >= 400 && told.status < 500, told.status]).toEqual([true, told.status]);
      expect(told.text).not.toContain("hunter2");
      expect(told.json.problems[0]).toMatchObject({ message: expect.any(String), remedy: expect.any(String) });
    }
  });

  it("of a hard link is what the link is called, and no more is promised", async () => {
    const { get, root } = await serveHere({ files });
    linkSync(join(root, "src/a.ts"), join(root, "src/again.ts"));
    expect((await get(fileAt("src/again.ts"))).json.state).toBe("text");
  });
});

describe("the tree", () => {
  it("has folders first, leaves out what the gate keeps, and fills in who wrote what", async () => {
    const { get } = await serveHere({ files });
    const { json } = await get("/api/code");
    expect(json.items.map((one: { name: string }) => one.name)).toEqual(["deep", "src", ".env", "picture.bin"]);
    const done = await until(async () => {
      const { items } = (await get("/api/code?folder=src")).json;
      return items.every((one: { coverage: unknown }) => one.coverage !== null) && items;
    });
    const counts = done.map(({ coverage }: { coverage: { BEFORE: number; AI: number } }) => coverage);
    expect(counts.reduce((sum: number, { BEFORE }: { BEFORE: number }) => sum + BEFORE, 0)).toBe(5);
    expect(counts.filter(({ AI }: { AI: number }) => AI > 0)).toEqual([]);
    expect((await get("/api/code?folder=nothing")).status).toBe(404);
    expect((await get("/api/code?folder=..")).status).toBe(404);
  });

  it("is found by letters in their order", async () => {
    const { get } = await serveHere({ files: { "src/auth/login.ts": "", "src/log/in.ts": "", "docs/x.md": "" } });
    expect((await get("/api/code/find?text=login")).json.paths).toEqual(["src/auth/login.ts", "src/log/in.ts"]);
    expect((await get("/api/code/find?text=zzz")).json).toEqual({ paths: [], total: 0 });
  });
});

describe("why a line is there", () => {
  it("leads to intent, decision and record, and from the file's ranges too", async () => {
    const { get, call } = await serveHere({ files: { "src/a.ts": "export const a = 1;\n" } });
    await call("select_active_intent", { intent_id: "INT-001" });
    await call("read_file", { path: "src/a.ts" });
    const done = await call("write_to_file", {
      path: "src/a.ts",
      content: "export const a = 1;\nexport const c = 3;\n",
    });
    expect(done.decision).toBe("allow");
    const why = (await get("/api/code/why?path=src/a.ts&line=2")).json;
    expect(why).toMatchObject({
      credit: "record",
      record: { number: 0, intent: { id: "INT-001" }, session: "s1", seal: "intact" },
    });
    const file = (await get(fileAt("src/a.ts"))).json;
    expect(file.ranges).toMatchObject([
      { start: 1, end: 1, who: "BEFORE" },
      { start: 2, end: 2, who: "AI", intent_id: "INT-001", record: 0 },
    ]);
    const record = (await get(`/api/trace/records/0?id=${why.record.id}`)).json;
    expect(record).toMatchObject({
      id: why.record.id,
      files: [{ path: "src/a.ts", change: "modified" }],
      seal: "intact",
    });
    expect((await get("/api/trace/records/0?id=other")).status).toBe(404);
    expect((await get("/api/trace/records/1")).status).toBe(404);
    expect((await get("/api/trace/records/-1")).status).toBe(404);
    expect((await get("/api/code/why?path=src/a.ts&line=99")).status).toBe(422);
    expect((await get("/api/code/why?path=src/a.ts&line=0")).status).toBe(400);
  });
});
