/** For any script, the tree after a rehearsal that was applied is the tree after the script itself. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Random } from "../shell/random.ts";
import { until } from "../support/patience.ts";
import { searchRuns } from "../support/search-runs.ts";
import { type Stage, setStage } from "./stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.clear());

const first = "mkdir -p a/b c; echo 1 > a/f; echo 2 > a/b/g; echo 3 > c/h; ln -s f a/l; echo 4 > i; chmod +x c/h";
const shown = "find . -mindepth 1 -printf '%y %m %p %l\\n' | sort; find . -type f | sort | xargs -d '\\n' -r sha256sum";

/** `cp -r` into the folder that it copies ends where it meets itself, and so by the order in which names are listed. */
const copy = "copy() { case $(realpath -m $2)/ in $(realpath -m $1)/*) return;; esac; cp -r $1 $2; }";

/** On a layer a folder of the tree is copied, and one that is closed to its owner can be renamed but not copied. */
const move = "move() { chmod -R u+rwX $1; mv $3 $1 $2; }";

const names = ["a", "a/f", "a/b", "a/b/g", "c", "c/h", "a/l", "i", "n", "c/n", "a/b/n", "m/o"];

function line(random: Random): string {
  const [one, two] = [random.pick(names), random.pick(names)];
  return random.pick([
    `echo ${random.below(3)} > ${one}`,
    `echo more >> ${one}`,
    `rm -f ${one}`,
    `rm -rf ${one}`,
    `mkdir -p ${one}`,
    `move ${one} ${two} -T`,
    `move ${one} ${two}`,
    `copy ${one} ${two}`,
    `ln -sfn ${one} ${two}`,
    `ln -f ${one} ${two}`,
    `chmod ${random.pick(["600", "755", "644", "500"])} ${one}`,
    `sed -i s/1/9/ ${one}`,
    `rm -rf ${one}; mkdir ${one}; echo new > ${one}/x`,
    `truncate -s 0 ${one}`,
    `rmdir ${one}`,
    `cd ${one} && touch t; cd "$OLDPWD"`,
  ]);
}

function scriptOf(random: Random): string {
  return [copy, move, ...Array.from({ length: 1 + random.below(7) }, () => line(random))].join("; ");
}

/** As the same person, in a namespace in which only the project can be written. */
function plainly(script: string): void {
  const { root } = stage;
  const words = ["--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", root, root];
  stage.plain(`bwrap ${words.map((word) => `'${word}'`).join(" ")} --chdir '${root}' bash -c '${script}'`);
}

it("is the same", { timeout: 1_800_000 }, () => {
  const seed = Number(process.env.INTENTGATE_TEST_SEED ?? 1);
  for (let run = 0; run < searchRuns(150); run += 1) {
    const random = new Random(seed + run);
    const script = scriptOf(random);
    const clean = `chmod -R u+rwX . ; find . -mindepth 1 -delete; ${first}`;
    stage.plain(clean);
    plainly(script);
    const wanted = stage.plain(shown);
    stage.plain(clean);
    const { ended } = stage.boxed({ script });
    expect(ended, script).toMatchObject({ began: true, isListed: true });
    expect(stage.plain(shown), `seed ${seed + run}: ${script}`).toBe(wanted);
  }
});

it("is the same in the scope, and as before elsewhere", { timeout: 1_800_000 }, () => {
  const seed = Number(process.env.INTENTGATE_TEST_SEED ?? 1) + 10_000;
  const inScope = shown.replaceAll("find . ", "find a 2>/dev/null ").replace(" -mindepth 1", "");
  const elsewhere = shown.replaceAll("find . ", "find . -path ./a -prune -o ").replace("-type f", "-type f -print");
  for (let run = 0; run < searchRuns(60); run += 1) {
    const random = new Random(seed + run);
    const script = scriptOf(random);
    const clean = `chmod -R u+rwX . ; find . -mindepth 1 -delete; ${first}`;
    stage.plain(clean);
    const before = stage.plain(elsewhere);
    plainly(script);
    const wanted = stage.plain(inScope);
    stage.plain(clean);
    stage.boxed({ script, scope: "^a(/|$)" });
    expect([stage.plain(inScope), stage.plain(elsewhere)], `seed ${seed + run}: ${script}`).toEqual([wanted, before]);
  }
});

const git = "git -c user.name=A -c user.email=a@example.invalid";
const manyFiles = "for n in $(seq 300); do echo new > a/f$n; done; echo changed > i; rm -r c";

it.each([
  ["files", manyFiles],
  [
    "files and commits",
    `${manyFiles}; git add -A; ${git} commit -qm second; echo 9 > a/f; ${git} commit -qam third; git tag v1`,
  ],
])(
  "is whole or untouched after a kill at any moment, once what was begun is brought to its end: %s",
  {
    timeout: 3_000_000,
  },
  async (_what, script) => {
    const inGit = "git log --format=%s; git tag; git status --short; git fsck --no-dangling 2>&1";
    const tree = () => stage.plain(`ls a | wc -l; cat i; ls -d c 2>/dev/null; ${inGit}`);
    stage.plain(`${first}; git init -q -b main; git add -A; ${git} commit -qm first; cp -a . ~/first`);
    const before = tree();
    stage.plain(script);
    const whole = tree();
    let replayed = 0;
    for (let kill = 0; kill < searchRuns(150); kill += 1) {
      stage.plain("chmod -R u+rwX .; find . -mindepth 1 -delete; cp -a ~/first/. .");
      const child = stage.begin({ script });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      // Somewhere between its start and its end; most of the time it applies.
      await untilApplying(stage.state, kill);
      child.kill("SIGKILL");
      await ended;
      const { runs, left } = stage.drive({ replay: stage.state }) as { runs: number; left: string[] };
      expect(left).toEqual([]);
      replayed += runs;
      const after = tree();
      expect([before, whole]).toContain(after);
      expect(stage.plain(`ls ${stage.state}/runs`)).toBe("");
      expect(
        stage.plain("find . -name '.*.*' -not -path './.git/*' | head -3; find .git -name '*.lock' -o -name '.*.*'"),
      ).toBe("");
    }
    expect(replayed).toBeGreaterThan(0);
  },
);

/** Waits for the journal of the run, then for a moment that differs from kill to kill. */
async function untilApplying(state: string, kill: number): Promise<void> {
  const runs = join(state, "runs");
  const begun = () => existsSync(runs) && readdirSync(runs).some((run) => existsSync(join(runs, run, "journal.json")));
  const isEarly = kill % 4 === 0;
  if (!isEarly) await until(begun);
  const pause = isEarly ? (kill * 7) % 400 : kill % 20;
  spawnSync("sleep", [`${pause / 1_000}`]);
}
