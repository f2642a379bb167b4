/** bubblewrap since 0.11 lays the layers itself. Such a one comes with Codex; here it takes the place of the system's. */
import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { canPose, type Stage, setStage } from "./stage.ts";

const brought = process.env.INTENTGATE_TEST_BUBBLEWRAP ?? "";
const FAILS = 'echo "posed: it fails" >&2; exit 1';

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
  stage.plain(
    "mkdir -p src/d closed docs; echo a > src/a.ts; echo x > src/d/x; echo y > closed/y; ln -s src docs/l; chmod 000 closed",
  );
});
afterEach(() => {
  stage.pose();
  stage.clear();
});

/** `more`: other programs that are not what they were. */
function poseBrought(more: Record<string, string> = {}): void {
  const copy = join(stage.home, "../bubblewrap");
  copyFileSync(brought, copy);
  chmodSync(copy, 0o755);
  stage.pose({ bwrap: `exec ${copy} "$@"`, ...more });
}

const git = "git -c user.name=A -c user.email=a@example.invalid";
const clock = { GIT_COMMITTER_DATE: "2030-01-01T00:00:00Z", GIT_AUTHOR_DATE: "2030-01-01T00:00:00Z" };
const shown =
  "find . -path ./.git -prune -o -printf '%y %m %p %l\\n' | sort; cat src/* 2>/dev/null; git log --format=%H 2>&1; git status --short 2>&1";

const rows: [what: string, script: string, more?: object][] = [
  ["nothing", "true"],
  ["a failure", "echo b > src/a.ts; exit 7"],
  ["files of every fate", "echo b > src/a.ts; echo n > src/n; rm src/d/x; chmod 600 src/a.ts; mv src/n src/m"],
  ["a folder that goes and comes anew", "rm -r src/d; mkdir src/d; echo n > src/d/n"],
  [
    "a folder in the place of a file, and the other way round",
    "rm src/a.ts; mkdir src/a.ts; rm -r src/d; echo f > src/d",
  ],
  ["links", "rm docs/l; ln -s a.ts src/l; ln src/a.ts src/hard"],
  ["a folder that it closes", "mkdir src/c; echo x > src/c/x; chmod 000 src/c; chmod 000 src/d"],
  ["the root itself that it closes", "echo b > src/a.ts; echo n > src/n; chmod 000 ."],
  ["what is out of scope", "echo b > src/a.ts; echo o > other", { scope: "^src" }],
  ["a commit", `echo b > src/a.ts; git add src; ${git} commit -qm second`],
  ["the home folder and the one for scratch", `echo l > ~/lost; echo s > /tmp/scratch-${process.pid}`],
  ["a folder with another name", "mv src/d src/e", { movable: ["src/d"] }],
  ["reading only", "echo b > src/a.ts", { isReadOnly: true }],
  ["what steers", "mkdir .claude; echo x > .claude/settings.json"],
];

describe.skipIf(!canPose || brought === "")("layers of bubblewrap's own", () => {
  it.each(rows)("are judged and applied as those of mount are: %s", (_what, script, more = {}) => {
    stage.plain(
      `git init -q -b main; git add src docs; GIT_COMMITTER_DATE=2030-01-01T00:00:00Z ${git} commit -qm first --date 2030-01-01T00:00:00Z`,
    );
    stage.plain("chmod 755 closed; cp -a . ~/copy; chmod 000 closed ~/copy/closed");
    const mounted = stage.boxed({ script, env: clock, ...more });
    const wanted = stage.plain(shown);
    stage.plain(
      `rm -f /tmp/scratch-${process.pid}; chmod -R u+rwX . ~/copy; find . -mindepth 1 -delete; cp -a ~/copy/. .; chmod 000 closed`,
    );
    poseBrought();
    expect(stage.boxed({ script, env: clock, laidBy: "bubblewrap", ...more })).toEqual(mounted);
    expect(stage.plain(shown)).toBe(wanted);
    stage.plain(`rm -f /tmp/scratch-${process.pid}`);
  });

  it.each([
    ["beside the root", "touch /opt/out /var/tmp/../out"],
    ["of the gate", "ls ~/.local/state/intentgate/*"],
    ["of keys", "cat ~/.ssh/id"],
    ["by mounting", "mount -t tmpfs none /mnt || unshare -Urm true"],
    ["by undoing a layer", "umount ~/project || umount -l /tmp"],
  ])("let nothing out that is not judged: what is %s", (_what, script) => {
    stage.plain("mkdir -p ~/.ssh; echo k > ~/.ssh/id");
    poseBrought();
    const { ended, verdicts } = stage.boxed({ script, laidBy: "bubblewrap" });
    expect([ended, verdicts]).toEqual([{ began: true, code: expect.any(Number), isListed: true }, []]);
    expect(ended).not.toMatchObject({ code: 0 });
  });

  it("need no mount, and no namespace around the box", () => {
    // The last, as those before it are put in their places by mounting.
    poseBrought({ unshare: `[ "$1" != --version ] || exec $real --version\n${FAILS}`, mount: FAILS });
    expect(stage.drive({ probe: stage.state })).toEqual({ can: true, with: expect.any(String), laidBy: "bubblewrap" });
    expect(stage.boxed({ script: "echo b > src/a.ts", laidBy: "bubblewrap" }).verdicts).toEqual([
      ["change", "src/a.ts", "applied", "in scope"],
    ]);
    expect(stage.boxed({ script: "echo c > src/a.ts" }).ended).toEqual({ began: false, why: expect.any(String) });
    expect(stage.plain("cat src/a.ts")).toBe("b\n");
  });

  it("hold a command to so many processes, whatever others of this person have", () => {
    poseBrought();
    const others = stage.start(["timeout", "300", "bash", "-c", "for n in {1..60}; do sleep 600 & done; wait"]);
    try {
      const bomb = `perl -e 'my $n = 0; for (1..100) { my $p = fork; last unless defined $p; if (!$p) { sleep 600; exit } $n++ } print "$n\\n"'`;
      const said = stage.boxed({ script: bomb, processes: 40, laidBy: "bubblewrap" });
      expect(Number(said.output)).toBeGreaterThan(10);
      expect(Number(said.output)).toBeLessThan(40);
    } finally {
      process.kill(others.pid ?? 0, "SIGTERM");
    }
  });

  it("are laid over a root with signs in its name", () => {
    const root = join(stage.home, 'ro,ot:a=b "c" \\d');
    stage.plain(`mkdir -p '${root}'; echo a > '${root}/a'`);
    poseBrought();
    const said = stage.boxed({ script: "echo b > a", root, cwd: root, laidBy: "bubblewrap" });
    expect(said.verdicts).toEqual([["change", "a", "applied", "in scope"]]);
  });

  it("are gone with a wrapper that is killed, and nothing of them counts", async () => {
    poseBrought();
    const wrapper = stage.begin({ script: "echo b > src/a.ts; exec sleep 2718.29", laidBy: "bubblewrap" });
    const ended = new Promise((resolve) => wrapper.once("exit", resolve));
    const runs = () => stage.plain("ps -eo args | grep -c '^sleep 2718.29'");
    while (runs() !== "1\n") await new Promise((resolve) => setTimeout(resolve, 20));
    wrapper.kill("SIGKILL");
    await ended;
    while (runs() !== "0\n") await new Promise((resolve) => setTimeout(resolve, 20));
    expect(stage.drive({ replay: stage.state })).toEqual({ runs: 0, left: [], stuck: [] });
    expect(stage.plain("cat src/a.ts")).toBe("a\n");
  });

  it("are not listed where the second box cannot be started, and nothing counts", () => {
    const copy = join(stage.home, "../bubblewrap");
    copyFileSync(brought, copy);
    chmodSync(copy, 0o755);
    stage.pose({ bwrap: `case " $* " in *" --ro-overlay "*) exit 1 ;; esac; exec ${copy} "$@"` });
    expect(stage.boxed({ script: "echo b > src/a.ts", laidBy: "bubblewrap" })).toMatchObject({
      ended: { began: true, code: 0, isListed: false },
      verdicts: [],
    });
  });
});

describe.skipIf(!canPose)("the probe takes layers of mount", () => {
  const knows = 'echo "    --overlay-src SRC\n    --overlay RWSRC WORKDIR DEST\n    --ro-overlay DEST"';
  const unless = (does: string) =>
    `[ "$1" != --help ] || { ${knows}; exit; }\ncase " $* " in *" --overlay "*) ${does} ;; esac\nexec $real "$@"`;
  it.each([
    ["bubblewrap knows of its own and fails to lay them", unless(FAILS)],
    ["bubblewrap ends well without having run anything", unless("exit 0")],
    [
      "bubblewrap runs the command and contains nothing",
      unless('while [ "$1" != -- ]; do shift; done; shift; exec "$@"'),
    ],
    ["bubblewrap knows nothing of its own", 'exec $real "$@"'],
    [
      "bubblewrap knows only how to read them",
      `[ "$1" != --help ] || { echo "--ro-overlay DEST"; exit; }\nexec $real "$@"`,
    ],
  ])("where %s", (_what, bwrap) => {
    stage.pose({ bwrap });
    expect(stage.drive({ probe: stage.state })).toEqual({ can: true, with: expect.any(String), laidBy: "mount" });
  });
});
