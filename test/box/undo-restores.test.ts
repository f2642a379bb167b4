/** For any script through the gate and the box: what it did, undone, is the tree before, folders and permissions included. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Random } from "../shell/random.ts";
import { searchRuns } from "../support/search-runs.ts";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage();
  gate.take("INT-1");
});
afterAll(() => gate.clear());

const first =
  "chmod -R u+rwX src; rm -rf src; mkdir -p src/a/b src/c src/e/empty; echo 1 > src/a/f; echo 2 > src/a/b/g; echo 3 > src/c/h; ln -s f src/a/l; echo 4 > src/i; chmod 755 src/c/h; chmod 750 src/e; chmod 700 src/a/b; git add -A; git commit -qm first --allow-empty";
const picture =
  "find src -mindepth 1 -printf '%y %m %p %l\\n' | sort; find src -type f | sort | xargs -d '\\n' -r sha256sum";
const helpers =
  "copy() { case $(realpath -m $2)/ in $(realpath -m $1)/*) return;; esac; cp -r $1 $2; }\nmove() { chmod -R u+rwX $1; mv $3 $1 $2; }";
const names = [
  "a",
  "a/f",
  "a/b",
  "a/b/g",
  "c",
  "c/h",
  "a/l",
  "i",
  "n",
  "c/n",
  "a/b/n",
  "m/o",
  "e",
  "e/empty",
  "e/empty/x",
];

function line(random: Random): string {
  const [one, two] = [`src/${random.pick(names)}`, `src/${random.pick(names)}`];
  return random.pick([
    `echo ${random.below(3)} > ${one}`,
    `echo more >> ${one}`,
    `rm -f ${one}`,
    `rm -rf ${one}`,
    `mkdir -p ${one}`,
    `move ${one} ${two} -T`,
    `move ${one} ${two}`,
    `copy ${one} ${two}`,
    `ln -sfn f ${two}`,
    `ln -f ${one} ${two}`,
    `[ -d ${one} ] && chmod ${random.pick(["700", "755", "500", "711"])} ${one}`,
    `[ -f ${one} ] && chmod ${random.pick(["600", "755", "444"])} ${one}`,
    `sed -i s/1/9/ ${one}`,
    `rm -rf ${one}; mkdir ${one}; echo new > ${one}/x`,
    `rmdir ${one}`,
  ]);
}

/** Runs it as an agent would, and takes it back as a person would. */
function doneAndUndone(script: string): { before: string; during: string; said: string; after: string; again: string } {
  gate.plain(`${first}; cat > docs/t.sh <<'END'\n${helpers}\n${script}\nEND`);
  const before = gate.plain(picture);
  const ran = gate.run("bash docs/t.sh");
  const during = gate.plain(picture);
  const said = gate.typed("undo --last --yes");
  const after = gate.plain(picture);
  const id = /intentgate undo ([0-9a-f]{8})/.exec(said)?.[1] ?? "";
  const back = gate.typed(`undo ${id} --yes`);
  return { before, during, said: `${ran.result?.stderr}\n${said}\n${back}`, after, again: gate.plain(picture) };
}

it("whatever a script did", { timeout: 1_200_000 }, () => {
  const seed = Number(process.env.INTENTGATE_TEST_SEED ?? 1);
  for (let run = 0; run < searchRuns(40); run += 1) {
    const random = new Random(seed + run);
    const lines = Array.from({ length: 1 + random.below(6) }, () => line(random));
    // The ledger knows files: something of one has to change for a call to be found.
    const script = [...lines, "echo ran > src/ran"].join("\n");
    const { before, during, said, after, again } = doneAndUndone(script);
    expect(after, `seed ${seed + run}: ${script}\n${said}`).toBe(before);
    // Where a folder took the place of a link, what was in it stands behind the link again, and is not put there.
    if (said.includes("a folder above it is a link")) continue;
    expect(again, `seed ${seed + run}, undone and done again: ${script}\n${said}`).toBe(during);
  }
});

describe("folders come back", () => {
  it.each([
    ["an empty one that was deleted", "rm -r src/e"],
    ["a new empty one goes", "mkdir -p src/new/er"],
    ["with the permissions that they had", "chmod 700 src/a; chmod 500 src/a/b"],
    ["one that was made a file", "rm -r src/a; echo x > src/a"],
    ["a file that was made a folder", "rm src/i; mkdir src/i; echo x > src/i/x"],
    ["one that was filled and was empty before", "echo x > src/e/empty/x"],
    ["one that was closed to its owner", "echo x > src/a/b/x; chmod 500 src/a/b"],
  ])("%s", (_what, script) => {
    const { before, after, said, during, again } = doneAndUndone(`${script}\necho ran > src/ran`);
    expect(after, said).toBe(before);
    expect(again, said).toBe(during);
  });

  it.each([
    ["an empty one that was deleted", "rm -r src/e", /folder +src\/e +made/],
    ["new empty ones go", "mkdir -p src/new/er", /folder +src\/new\/er +removed/],
    ["with the permissions that they had", "chmod 700 src/a; chmod 500 src/a/b", /folder +src\/a +as it was/],
  ])("also where a call changed nothing else: %s", (_what, script, shown) => {
    gate.plain(`${first}; printf '%s\n' '${script}' > docs/t.sh`);
    const before = gate.plain(picture);
    const { invocation_id: id } = gate.run("bash docs/t.sh");
    const during = gate.plain(picture);
    expect(during).not.toBe(before);
    expect(gate.typed("undo --last --dry-run")).toMatch(shown);
    expect(gate.typed("undo --intent INT-1 --dry-run")).toMatch(shown);
    const said = gate.typed("undo --last --yes");
    expect(said).toMatch(/folders? put back/);
    expect(gate.plain(picture), said).toBe(before);
    // The same is not taken back twice: what is next is another call.
    expect(gate.typed("undo --last --dry-run")).not.toContain(id.slice(0, 8));
    const again = /intentgate undo ([0-9a-f]{8})/.exec(said)?.[1] ?? "";
    expect(gate.typed(`undo ${again} --yes`)).toMatch(/folders? put back/);
    expect(gate.plain(picture)).toBe(during);
  });

  it.each([
    ["was filled since", "mkdir src/new", "echo person > src/new/mine"],
    ["is there again", "rmdir src/e/empty", "mkdir -m 711 src/e/empty"],
    ["got other permissions since", "chmod 700 src/a", "chmod 711 src/a"],
    ["became a link", "mkdir src/new", "rmdir src/new; ln -s a src/new"],
    ["lies behind a link now", "mkdir src/c/new", "mv src/c ~/c; ln -s ~/c src/c"],
  ])("but nothing where the only one that changed %s", (_what, script, since) => {
    gate.plain(`${first}; echo '${script}' > docs/t.sh`);
    const { invocation_id: id } = gate.run("bash docs/t.sh");
    gate.plain(`${since}`);
    const now = gate.plain(picture);
    gate.typed(`undo ${id} --yes`);
    expect(gate.plain(picture)).toBe(now);
    gate.plain("rm -rf ~/c");
  });

  it("but not one that somebody filled since", () => {
    gate.plain(`${first}; echo 'mkdir src/new; echo ran > src/ran' > docs/t.sh`);
    gate.run("bash docs/t.sh");
    gate.plain("echo person > src/new/mine");
    gate.typed("undo --last --yes");
    expect(gate.plain("cat src/new/mine; ls src/ran 2>&1")).toContain("person\n");
  });

  it("but not to permissions that somebody changed since", () => {
    gate.plain(`${first}; echo 'chmod 700 src/a; echo ran > src/ran' > docs/t.sh`);
    gate.run("bash docs/t.sh");
    gate.plain("chmod 711 src/a");
    expect(gate.typed("undo --last --yes")).toContain("Not put back: src/a (its permissions changed since)");
    expect(gate.plain("stat -c %a src/a")).toBe("711\n");
  });
});
