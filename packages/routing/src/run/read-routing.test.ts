import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { plantSmallRepository } from "../../../../test/support/routing/small-repository.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createRoutingReader, type RoutingReader } from "./read-routing.ts";
import { createRootFiles } from "./root-files.ts";
import { syncIndexes } from "./sync-indexes.ts";

let root: string;
let reader: RoutingReader;
beforeEach(() => {
  root = tempFolder("routing");
  plantSmallRepository(root);
  reader = createRoutingReader(createRootFiles(root));
});

function put(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}
const text = (path: string) => readFileSync(join(root, path), "utf8");
const lint = () => reader.lint().map(({ code, file, line }) => `${code} ${file}${line ? `:${line}` : ""}`);
const low = (key: string, more = "") => `operation_key: ${key}\nsummary: Does ${key}.\n${more}`;

describe("the reading of a root", () => {
  it("holds its abilities and the documents that routes name", () => {
    const { registry, knowledge, problems } = reader.read();
    expect(registry.abilities).toHaveLength(2);
    expect(knowledge.documents).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  it("is kept while no file changes, and follows every file that does", () => {
    const first = reader.read();
    expect(reader.read()).toBe(first);
    put(".system/registry/low-level/new.yaml", low("new.one"));
    expect(reader.read().registry.abilities).toHaveLength(3);
    put("docs/versions.md", "no front matter any more\n");
    expect(reader.read().knowledge.documents).toHaveLength(1);
    rmSync(join(root, ".system"), { recursive: true });
    rmSync(join(root, "routes"), { recursive: true });
    expect(reader.read()).toMatchObject({ registry: { abilities: [] }, knowledge: { documents: [] } });
  });

  it("counts a broken file for nothing and says so", () => {
    put(".system/registry/low-level/mail.send.yaml", "operation_key: mail.send\nsumary: x\n");
    const { registry, problems } = reader.read();
    expect(registry.abilities).toHaveLength(1);
    expect(problems.map(({ code, line }) => `${code} ${line}`)).toEqual(["BAD_REGISTRY 1", "BAD_REGISTRY 2"]);
  });

  it("takes the modules in, each with its own registry", () => {
    put("services/post/.system/registry/low-level/post.sort.yaml", low("post.sort"));
    put(
      "services/post/.system/registry/config/post.sort.yaml",
      "id: post.sort\nimpl: { kind: script, script: { path: sort.sh } }\n",
    );
    put("services/post/sort.sh", "");
    const { registry } = reader.read();
    expect(registry.abilities.find(({ id }) => id === "post.sort")).toMatchObject({ moduleRoot: "services/post" });
    expect(lint()).toEqual(["OUT_OF_STEP services/post/ABILITY.md"]);
    expect(syncIndexes(root, reader)).toMatchObject({ ok: true });
    expect(text("services/post/ABILITY.md")).toContain("| post.sort | script |");
    expect(lint()).toEqual([]);
  });

  it("does not look into installed packages, hidden folders and links", () => {
    for (const folder of ["node_modules/x", ".hidden", "a/b/c/d/e"]) {
      put(`${folder}/.system/registry/low-level/evil.yaml`, low("evil.one"));
    }
    symlinkSync("node_modules/x", join(root, "linked"));
    expect(reader.read().registry.abilities).toHaveLength(2);
  });

  it("reads nothing through a registry that leads out of the root", () => {
    const outside = tempFolder("outside");
    mkdirSync(join(outside, "low-level"));
    writeFileSync(join(outside, "low-level/evil.yaml"), low("evil.one"));
    rmSync(join(root, ".system/registry"), { recursive: true });
    symlinkSync(outside, join(root, ".system/registry"));
    expect(reader.read().registry.abilities).toEqual([]);
  });
});

describe("the lint of a root", () => {
  it("has nothing to say about a sound repository", () => {
    expect(lint()).toEqual([]);
  });

  it.each<[string, () => void, string]>([
    [
      "a missing script",
      () => rmSync(join(root, "scripts/release.sh")),
      "MISSING_FILE .system/registry/config/release_train.yaml:1",
    ],
    [
      "a missing document",
      () => rmSync(join(root, "docs/versions.md")),
      "MISSING_FILE routes/ops.releases.versioning.yaml:",
    ],
    [
      "a document behind a link that leads out",
      () => {
        rmSync(join(root, "docs/versions.md"));
        symlinkSync("/etc/hostname", join(root, "docs/versions.md"));
      },
      "CANNOT_READ docs/versions.md",
    ],
    [
      "a document that no route names",
      () => put("notes/x.md", "---\nid: x\ndoc_type: skill\nscope: a\ntopics: [b]\nsummary: s\n---\n"),
      "ORPHAN notes/x.md:1",
    ],
    [
      "a route file without an index",
      () => put("routes/a.b.yaml", "scope: a\ntopic: b\nroutes: []\n"),
      "ORPHAN routes/a.b.yaml:1",
    ],
    [
      "a dead link",
      () => put("docs/versions.md", `${text("docs/versions.md")}\n[x](gone.md)\n`),
      "DEAD_LINK docs/versions.md:",
    ],
    [
      "an unknown stage",
      () => put("docs/versions.md", text("docs/versions.md").replace(/^summary:/m, "stages: [paln]\nsummary:")),
      "UNKNOWN_STAGE docs/versions.md:",
    ],
    [
      "tables that a person changed",
      () => put("ABILITY.md", text("ABILITY.md").replace("| mail.send |", "| mail.sent |")),
      "OUT_OF_STEP ABILITY.md:",
    ],
    ["tables that were removed", () => rmSync(join(root, "ABILITY.md")), "OUT_OF_STEP ABILITY.md"],
    [
      "a config without an ability",
      () => rmSync(join(root, ".system/registry/low-level/mail.send.yaml")),
      "ORPHAN .system/registry/config/mail.send.yaml:1",
    ],
    [
      "an ability without a config",
      () => rmSync(join(root, ".system/registry/config/mail.send.yaml")),
      "MISSING_CONFIG .system/registry/low-level/mail.send.yaml:1",
    ],
    [
      "an id twice",
      () => put(".system/registry/low-level/again.yaml", low("mail.send")),
      "DUPLICATE_ID .system/registry/low-level/again.yaml:1",
    ],
    [
      "a registry file in a wrong place",
      () => put(".system/registry/other/x.yaml", low("x")),
      "BAD_REGISTRY .system/registry/other/x.yaml",
    ],
  ])("finds %s", (_, change, found) => {
    change();
    expect(lint().join("\n")).toContain(found);
  });

  it("leaves Markdown alone that other tools wrote their own front matter into", () => {
    put("blog/post.md", "---\ntitle: Hello\nlayout: post\n---\n[x](gone.md)\n");
    expect(lint()).toEqual([]);
  });
});

describe("writing the tables", () => {
  it("keeps what stands around them, and changes nothing where nothing is new", () => {
    expect(syncIndexes(root, reader)).toEqual({ ok: true, value: [{ path: "ABILITY.md", action: "kept" }] });
    const around = `\r\nmine \t\n\n${text("ABILITY.md")}\n\nalso mine`;
    put("ABILITY.md", around.replace("| mail.send |", "| mail.sent |"));
    expect(syncIndexes(root, reader)).toEqual({ ok: true, value: [{ path: "ABILITY.md", action: "wrote" }] });
    expect(text("ABILITY.md").replaceAll("\r\n", "\n")).toBe(around.replaceAll("\r\n", "\n"));
    expect(text("ABILITY.md").startsWith("\r\nmine \t\n\n")).toBe(true);
    expect(text("ABILITY.md").endsWith("\n\n\nalso mine")).toBe(true);
  });

  it.each<[string, () => void]>([
    ["a registry file is broken: its row would be lost", () => put(".system/registry/low-level/mail.send.yaml", "x")],
    ["the marks are no pair", () => put("ABILITY.md", "<!-- BEGIN ABILITY_INDEX -->\n")],
    ["the file is larger than it may be", () => put("ABILITY.md", "x".repeat(600_000))],
    [
      "the file leads out of the root",
      () => {
        rmSync(join(root, "ABILITY.md"));
        symlinkSync("/etc/hostname", join(root, "ABILITY.md"));
      },
    ],
  ])("is refused where %s, and nothing is written", (_, change) => {
    change();
    const before = text("ABILITY.md");
    expect(syncIndexes(root, reader).ok).toBe(false);
    expect(text("ABILITY.md")).toBe(before);
  });
});
