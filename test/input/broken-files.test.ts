import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeDevice, put } from "../planted-root.ts";
import { type Door, expectDenied, oneIntent, openDoor, treeOf } from "./door.ts";

const INTENTS = ".orchestration/active_intents.yaml";
const POLICY = ".orchestration/policy.yaml";

/** Takes the intent while all is well, then breaks something, and tries to change a file. */
async function writeAfter(break_: (door: Door) => void): Promise<{ door: Door; reason: string; code: string }> {
  const door = openDoor();
  await door.take();
  break_(door);
  const before = treeOf(door.root);
  const answer = await door.write("src/b.ts");
  expectDenied(answer);
  expect(treeOf(door.root)).toEqual(before);
  return { door, reason: answer.body.reason ?? "", code: answer.body.code ?? "" };
}

const bomb = [
  "a: &a [x, x, x, x, x, x, x, x, x]",
  ...Array.from(
    { length: 12 },
    (_, at) =>
      `b${at}: &b${at} [*${at ? `b${at - 1}` : "a"}, *${at ? `b${at - 1}` : "a"}, *${at ? `b${at - 1}` : "a"}]`,
  ),
  "active_intents: *b11",
].join("\n");

describe("an intents file that is not sound", () => {
  const rows: [string, string, RegExp][] = [
    ["is no YAML", "active_intents: [\n  {id: INT-001", /BAD_INTENTS.*active_intents\.yaml:\d+:\d+/],
    ["has a tab for indentation", "active_intents:\n\t- id: INT-001\n", /BAD_INTENTS.*:2:/],
    ["has a near miss of a key", oneIntent.replace("owned_scope", "owned_scop"), /BAD_INTENTS.*:5:5.*owned_scope/s],
    ["has the same id twice", `${oneIntent}${oneIntent.split("\n").slice(1).join("\n")}`, /BAD_INTENTS.*INT-001/],
    [
      "has the same key twice in an intent",
      oneIntent.replace("    status: IN_PROGRESS\n", "    status: IN_PROGRESS\n    status: COMPLETE\n"),
      /BAD_INTENTS.*:5:/,
    ],
    ["has its list twice", `${oneIntent}active_intents: []\n`, /BAD_INTENTS/],
    ["is an alias bomb", bomb, /BAD_INTENTS/],
    ["uses an alias", `x: &x ["**"]\n${oneIntent.replace('["src/**"]', "*x")}`, /BAD_INTENTS/],
    [
      "uses a merge key",
      oneIntent.replace("    name: One\n", "    name: One\n    <<: {owned_scope: ['**']}\n"),
      /BAD_INTENTS/,
    ],
    ["uses a tag", oneIntent.replace("name: One", "name: !!js/function 'x'"), /BAD_INTENTS/],
    ["has a second document", `${oneIntent}---\n${oneIntent}`, /BAD_INTENTS/],
    ["is a list", "- id: INT-001\n", /BAD_INTENTS/],
    ["is a text", "hello\n", /BAD_INTENTS/],
    ["has a status nobody knows", oneIntent.replace("IN_PROGRESS", "SOON"), /BAD_INTENTS.*:4:/],
    ["has an id that could be a path", oneIntent.replace("INT-001", "../INT"), /BAD_INTENTS.*:2:/],
    ["has a scope that is a number", oneIntent.replace('["src/**"]', "5"), /BAD_INTENTS.*:5:/],
    ["has a scope that leads out", oneIntent.replace('["src/**"]', '["../**"]'), /BAD_INTENTS|SCOPE_VIOLATION/],
    ["is of a newer version", `version: 99\n${oneIntent}`, /NEWER_VERSION/],
    ["has a version that is none", `version: one\n${oneIntent}`, /BAD_INTENTS|NEWER_VERSION/],
  ];
  it.each(rows)("denies every change, with place and remedy, where it %s", async (_name, text, reason) => {
    const said = await writeAfter((door) => put(door.root, INTENTS, text));
    expect(`${said.code} ${said.reason}`).toMatch(reason);
    expect(readFileSync(join(said.door.root, INTENTS), "utf8")).toBe(text);
  });

  it.each([
    ["is not UTF-8", Buffer.from([0x61, 0xff, 0x3a]), /BAD_INTENTS.*UTF-8/],
    ["has NUL bytes", Buffer.from(`${oneIntent}\0`), /BAD_INTENTS/],
    ["is 20 MB of text", Buffer.from(`${oneIntent}${"# comment\n".repeat(2_000_000)}`), /BAD_INTENTS|INTENT/],
    ["is one line of 5 MB", Buffer.from(`active_intents: [${"[".repeat(5_000_000)}`), /BAD_INTENTS/],
  ])("denies every change where it %s", async (_name, bytes, reason) => {
    const said = await writeAfter((door) => put(door.root, INTENTS, bytes));
    expect(`${said.code} ${said.reason}`).toMatch(reason);
  });

  it("is not read as no intents where it is empty: the handshake does not hold any more", async () => {
    const { code } = await writeAfter((door) => put(door.root, INTENTS, ""));
    expect(code).toMatch(/INTENT_NOT_FOUND|HOOK_ERROR/);
  });

  it("still lets files be read", async () => {
    const { door } = await writeAfter((one) => put(one.root, INTENTS, "{"));
    expect(await door.call("read_file", { path: "src/a.ts" })).toMatchObject({ exit: 0, body: { decision: "allow" } });
  });
});

describe("a policy that is not sound", () => {
  const rows: [string, string, RegExp][] = [
    ["has a key nobody knows", "version: 1\nforbidden: []\n", /BAD_POLICY.*policy\.yaml:2:1/],
    ["has a key nobody knows further in", "approval: { mode: balanced, timeout: 5 }\n", /BAD_POLICY.*policy\.yaml:1:/],
    ["has the same key twice", "mode: enforce\nmode: observe\n", /BAD_POLICY.*policy\.yaml:2:/],
    ["has a mode nobody knows", "mode: off\n", /BAD_POLICY/],
    ["is no YAML", "mode: [\n", /BAD_POLICY/],
    ["is a list", "- mode: observe\n", /BAD_POLICY/],
    ["has a second document", "mode: enforce\n---\nmode: observe\n", /BAD_POLICY/],
    ["uses aliases", "protected: &p ['x']\nsecret_paths: *p\n", /BAD_POLICY/],
    ["is of a newer version", "version: 2\n", /NEWER_VERSION/],
    ["has a limit below zero", "limits: { payload_bytes: -1 }\n", /BAD_POLICY/],
    ["has a limit that is no number", "limits: { payload_bytes: many }\n", /BAD_POLICY/],
    ["allows a command of no words", "commands: [{ run: '' }]\n", /BAD_POLICY/],
  ];
  it.each(rows)("denies every change, with place and remedy, where it %s", async (_name, text, reason) => {
    const said = await writeAfter((door) => put(door.root, POLICY, text));
    expect(`${said.code} ${said.reason}`).toMatch(reason);
  });
});

describe("an .intentignore that is not sound", () => {
  it.each([
    ["names a kind nobody knows", "src/secret/** hide\n"],
    ["has a glob that cannot be", "src/{a/** exclude\n"],
  ])("denies every change where it %s", async (_name, text) => {
    const said = await writeAfter((door) => put(door.root, ".intentignore", text));
    expect(said.reason).toMatch(/BAD_IGNORE.*\.intentignore:1/);
  });
});

const odd = (file: string): [string, (door: Door) => void][] => [
  [
    "a folder",
    (door) => {
      rmSync(join(door.root, file), { force: true });
      mkdirSync(join(door.root, file));
    },
  ],
  [
    "a pipe nobody writes to",
    (door) => {
      rmSync(join(door.root, file), { force: true });
      execFileSync("mkfifo", [join(door.root, file)]);
    },
  ],
  [
    "a socket",
    (door) => {
      rmSync(join(door.root, file), { force: true });
      const server = createServer().listen(join(door.root, file));
      onTestFinished(() => void server.close());
    },
  ],
  [
    "a link to a device that never ends",
    (door) => {
      rmSync(join(door.root, file), { force: true });
      const device = join(door.folder, "zero");
      makeDevice("zero", device);
      symlinkSync(device, join(door.root, file));
    },
  ],
  [
    "a link into nowhere",
    (door) => {
      rmSync(join(door.root, file), { force: true });
      symlinkSync("nowhere", join(door.root, file));
    },
  ],
  [
    "a link to itself",
    (door) => {
      rmSync(join(door.root, file), { force: true });
      symlinkSync(file.split("/").at(-1) ?? "", join(door.root, file));
    },
  ],
];

describe.each([INTENTS, POLICY, ".intentignore"])("where %s should be there stands", (file) => {
  const may = file === INTENTS ? [] : ["a link into nowhere"];
  it.each(odd(file).filter(([name]) => !may.includes(name)))(
    "%s: every change is denied, and nobody waits",
    async (_name, break_) => {
      const said = await writeAfter((door) => {
        mkdirSync(join(door.root, ".orchestration"), { recursive: true });
        break_(door);
      });
      expect(said.reason).toMatch(/\S/);
    },
  );
});

describe.each([
  "AGENT.md",
  ".git",
  ".git/HEAD",
  ".orchestration/agent_trace.jsonl",
  ".orchestration/decisions.jsonl",
  ".orchestration/intent_map.md",
  ".orchestration/locks/ledger.lock",
])("where %s should be there stands", (file) => {
  it.each(odd(file).filter(([name]) => !name.startsWith("a link into")))(
    "%s: the call is answered, and nobody waits",
    async (_name, break_) => {
      const door = openDoor();
      await door.take();
      mkdirSync(join(door.root, file, ".."), { recursive: true });
      break_(door);
      const answer = await door.write("src/b.ts");
      expect([0, 2]).toContain(answer.exit);
      if (answer.exit === 2) expectDenied(answer);
    },
  );
});

describe("a sidecar that is not where it was", () => {
  it("denies where it is gone, and does not come back empty", async () => {
    const { door, code } = await writeAfter((one) => rmSync(one.sidecar, { recursive: true }));
    expect(code).toBe("INTENT_REQUIRED");
    expect(() => readFileSync(join(door.sidecar, "decisions.jsonl"))).toThrow("ENOENT");
  });

  it("denies where it was renamed, and where another one stands in a nested folder", async () => {
    await writeAfter((door) => renameSync(door.sidecar, join(door.root, ".orchestration-old")));
    const door = openDoor();
    await door.take();
    put(door.root, "src/.orchestration/active_intents.yaml", oneIntent.replace("src/**", "**"));
    const answer = await door.send(
      { tool: "write_to_file", input: { path: "../elsewhere.ts", content: "x" }, session: "s1" },
      { cwd: join(door.root, "src") },
    );
    expectDenied(answer, "SCOPE_VIOLATION");
  });

  it("denies where it is a file", async () => {
    const said = await writeAfter((door) => {
      rmSync(door.sidecar, { recursive: true });
      writeFileSync(door.sidecar, "x");
    });
    expect(said.reason).toMatch(/\S/);
  });

  it("denies where it became a link to one that allows everything", async () => {
    const said = await writeAfter((door) => {
      const own = join(door.folder, "own-sidecar");
      put(own, "active_intents.yaml", oneIntent.replace("src/**", "**"));
      rmSync(door.sidecar, { recursive: true });
      symlinkSync(own, door.sidecar);
    });
    expect(said.code).toMatch(/INTENT_REQUIRED|HOOK_ERROR/);
  });
});
