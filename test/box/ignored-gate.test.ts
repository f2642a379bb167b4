/** What git ignores and nobody makes again is kept before a command changes or deletes it, and comes back with an undo. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage();
  gate.plain(
    "printf 'dist/\\nnode_modules/\\ndata/\\n*.sqlite\\n*.pem\\n' > .gitignore; git add -A; git commit -qm ignore",
  );
  gate.take("INT-1");
});
afterAll(() => gate.clear());
beforeEach(() => {
  gate.plain(
    "rm -rf data dist *.sqlite *.pem; mkdir -p data/deep dist; echo precious > data/notes.txt; echo deep > data/deep/x",
  );
  gate.plain(
    "echo db > dev.sqlite; echo out > dist/o.js; ln -s notes.txt data/link; echo key > id.pem; chmod 600 data/notes.txt",
  );
});

function ran(body: string) {
  gate.plain(`cat > src/t.sh <<'TRIES'\n${body}\nTRIES`);
  return gate.run("bash src/t.sh").result;
}
const look = "cd data && find . -printf '%y %m %p %l\\n' | sort; cat notes.txt deep/x ../dev.sqlite";

it.each([
  ["deleted", "rm -rf data dev.sqlite"],
  ["changed", "echo clobbered > dev.sqlite; echo x >> data/notes.txt; echo x > data/deep/x"],
  ["emptied", ": > dev.sqlite; : > data/notes.txt"],
  [
    "given another name",
    "mv data/notes.txt data/other; rm data/other; mv dev.sqlite data/dev.sqlite; rm data/dev.sqlite",
  ],
  ["replaced by a folder", "rm data/notes.txt; mkdir data/notes.txt"],
])("comes back: %s", (_what, script) => {
  const before = gate.plain(look);
  expect(ran(script)).toMatchObject({ exit_code: 0, stderr: "" });
  expect(gate.plain(look)).not.toBe(before);
  gate.plain("rmdir data/notes.txt");
  gate.typed("undo --last --yes");
  expect(gate.plain(look)).toBe(before);
});

it("enters the record with what was lost, and nothing else that is ignored does", () => {
  const before = gate.ledger().length;
  ran("rm -r data; echo 1 > dist/o.js; rm -r dist; mkdir -p data dist; echo n > data/new; echo n > src/n.ts");
  const [record] = gate.ledger().slice(before);
  expect(record?.files.map(({ relative_path, change }) => [relative_path, change]).sort()).toEqual([
    ["data/deep/x", "deleted"],
    ["data/link", "deleted"],
    ["data/notes.txt", "deleted"],
    ["src/n.ts", "created"],
  ]);
});

it.each([
  ["too large to be kept", "big.sqlite", "head -c 50000001 /dev/zero > big.sqlite"],
  ["a secret", "id.pem", "true"],
])("is not deleted without a person where it is %s", (_what, path, prepare) => {
  gate.plain(prepare);
  const before = gate.plain(`sha256sum ${path}`);
  const said = ran(`rm ${path}`);
  expect(said?.stderr).toMatch(new RegExp(`^Kept back: ${path} is kept back, `));
  expect(gate.plain(`sha256sum ${path}`)).toBe(before);
  const id = /request ([0-9a-f]{8})/.exec(said?.stderr ?? "")?.[1] ?? "";
  gate.typed(`approvals approve ${id}`);
  expect(gate.plain(`ls ${path} 2> /dev/null`)).toBe("");
});

it("never shows the bytes of a secret that a command changed", () => {
  expect(ran("echo other > id.pem")).toMatchObject({ exit_code: 0 });
  expect(gate.plain("cat id.pem; grep -rl '^key$' ~/.local/state/intentgate")).toBe("other\n");
});
