/** A real host whose commands run in the box: it is given another line, and what the command did is judged before it counts. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedModel, type Step, startScriptedModel } from "@intentgate/scripted-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import type { HostDriver } from "./driver.ts";
import { installedHost } from "./installed-hosts.ts";
import { hasReached, longAlive, longSteps, putLong, SHOWN_AT } from "./long-commands.ts";
import { ledgerOf, linesOf, resultOf } from "./play.ts";
import { clear, type Ended, give, makeStage, put, run, type Stage, succeed } from "./stage.ts";

/** A script of the project's own, which nobody reads: it writes in the scope and out of it. */
const MAKE = "sh tools/make.sh";
const made = "echo made > src/auth/made.ts\necho made > docs/made.md\necho it said so\n";
const PORT = 18_953;
const SERVER = `require("http").createServer((_, reply) => reply.end("was served\\n")).listen(process.argv[2], "127.0.0.1");`;
/** Waits until both answer. */
const ASKING = `const go = (port, n) => require("http").get("http://127.0.0.1:" + port, (r) => r.pipe(process.stdout)).on("error", () => setTimeout(() => n > 0 && go(port, n - 1), 200)); for (const port of process.argv.slice(2)) go(port, 50);`;

/** How commands end: well, badly, not found, and by signals; each says whether there was anything to read for it. */
const ENDS = [0, 1, 42, 127, 130, 137, 143];
const LINES = `let line = 0;
const say = () => { line += 1; console.log("out line " + line); console.error("err line " + line); if (line < 4) setTimeout(say, 200); };
say();
`;
const ENDING = `let read = 0;
process.stdin.on("data", (bytes) => { read += bytes.length; });
process.stdin.on("error", () => undefined);
const code = Number(process.argv[2]);
process.stdin.on("end", () => { console.log("read " + read + " for " + code); process.exit(code); });
`;

/** A child that ends by a signal, and a command that sends one to itself; what its shell says of either is the same. */
const SIGNALS = { INT: 130, KILL: 137, TERM: 143 };
const bySignal = (driver: HostDriver) =>
  Object.keys(SIGNALS).flatMap((name) => [
    driver.shell(`node tools/dies.cjs SIG${name}; echo "a child by ${name}: $?"`),
    // Copilot CLI runs no \`kill\` without a number.
    ...(driver.name === "copilot-cli" ? [] : [driver.shell(`node -p '"by ${name}"'; kill -${name} $$`)]),
  ]);

/** Read and safe, so that the gate lets it pass with and without a box; what it prints stands in no rule. */
const says = (word: string) => `printf %s%s never -${word}`;
const [FREE, DENIED, ASKED, FLAGGED] = ["free", "denied", "asked", "flagged"].map((word) => `${says(word)} | sort`) as [
  ...[string, string, string, string],
];

/** Rules of the person's own. */
export interface OwnRules {
  /** Puts a rule against each command that begins so into the host's settings. */
  put(stage: Stage, deny: string, ask: string): void;
  /** What the rules in its files can say. */
  says: readonly ("deny" | "ask")[];
  /** A deny among the first words, which stands in no file. */
  words?: (deny: string) => readonly string[];
  /** Somebody else's hook, which gives back every command with this word as the model sent it. */
  second?: (stage: Stage, about: string) => void;
}

interface DecisionRow {
  decision?: string;
  code?: string;
  phase: string;
  payload?: unknown;
}

export function hostBoxes(
  driver: HostDriver,
  { put: putRules, says: can, words, second }: OwnRules,
  name = driver.name,
): void {
  const installed = installedHost(driver.name);
  const isBoxed = spawnSync("bwrap", ["--version"], { stdio: "ignore" }).status === 0;
  describe.skipIf(!installed.ok || !isBoxed)(`the box behind ${name}`, () => {
    // In its own sandbox no server is held, and of a command that goes on nobody can tell. Two of opencode at once share a database, and one may fail.
    const isAlone = driver.opensScratch === true || driver.name === "opencode";
    const asksAt = driver.limit ? 3 : 1;
    let before: DecisionRow[] = [];
    let [stage, model, ended, beside] = [null, null, null, null] as unknown as [
      Stage,
      ScriptedModel,
      Ended,
      Ended | null,
    ];
    const playOn = async (script: string, more: readonly string[] = [], variables: Record<string, string> = {}) => {
      const start = driver.start(stage, `SCRIPT:${script} please`);
      return run(stage, { ...start, args: [...start.args, ...more], env: { ...start.env, ...variables } });
    };
    beforeAll(async () => {
      const scripts: Record<string, Step[]> = {};
      model = await startScriptedModel({ scripts, chunkBytes: 40 });
      stage = await makeStage(driver, installed.ok ? installed.folder : "", model.url, (one) => {
        delete one.env.INTENTGATE_NO_BOX;
        put(one, "tools/make.sh", made);
        put(one, "tools/dropped.sh", "echo plain >> docs/plain.md; echo it ran\n");
        put(one, "tools/server.cjs", SERVER);
        put(one, "tools/ask.cjs", ASKING);
        put(one, "tools/ends.cjs", ENDING);
        put(
          one,
          "tools/dies.cjs",
          "process.kill(process.pid, process.argv[2]); setInterval(() => undefined, 100000);\n",
        );
        put(one, "tools/lines.cjs", LINES);
        putLong(one);
        putRules(one, says("denied"), says("asked"));
      });
      const does = (...calls: NonNullable<Step["calls"]>): Step => ({ calls });
      const asks = driver.shell(`curl -sS http://127.0.0.1:${PORT}/`);
      const writing = (name: string) => driver.shell(`node -e "require('fs').writeFileSync('src/auth/${name}','x')"`);
      scripts.main = [
        does(driver.shell(MAKE)),
        does(driver.take("INT-001")),
        does(driver.shell(MAKE)),
        // All in one turn: each ends in its own way.
        does(...ENDS.map((code) => driver.shell(`node tools/ends.cjs ${code}`))),
        does(writing("one"), writing("two"), writing("three")),
        does(driver.shell(`node tools/server.cjs ${PORT} &`)),
        does(driver.shell(`node tools/ask.cjs ${PORT}`)),
        does(...bySignal(driver)),
        does(driver.shell("export IG_KEPT=kept; node tools/lines.cjs")),
        does(asks, driver.shell(`node -p '"has " + process.env.IG_KEPT'`)),
        does(driver.shell("cd src/auth && node -p 'process.cwd()'")),
        does(driver.shell(`node -p '"now in " + process.cwd()'`)),
        // What it serves ends with it.
        { say: "all done", before: () => until(() => isAlone || hasReached(model, "beside", scripts.beside?.length)) },
      ];
      scripts.beside = [
        does(driver.take("INT-001")),
        ...longSteps(
          driver,
          () => stage,
          () => model,
        ),
        { ...does(asks), before: () => until(() => hasReached(model, "main", 8)) },
        { say: "all done" },
      ];
      // Some hosts tell of its end in between, as if the model had asked: what follows it is not counted by steps.
      scripts.behind = [
        does(driver.take("INT-001")),
        does(driver.behind?.(`node tools/server.cjs ${PORT + 1}`) ?? driver.shell("ls")),
        ...Array.from({ length: 4 }, () => does(driver.shell(`node tools/ask.cjs ${PORT + 1}`))),
        { say: "all done" },
      ];
      // Last what asks: some end their run where nobody can be asked.
      const ruled = [FREE, DENIED, ...(can.includes("ask") ? [ASKED] : [])].map((one) => does(driver.shell(one)));
      scripts.ruled = [...ruled, { say: "all done" }];
      scripts.plain = scripts.ruled;
      scripts.flagged = [does(driver.shell(FREE)), does(driver.shell(FLAGGED)), { say: "all done" }];
      const dropped = does(driver.shell("sh tools/dropped.sh"));
      scripts.dropped = [does(driver.take("INT-001")), dropped, dropped, { say: "all done" }];
      driver.limit?.set?.(stage);
      give(stage.folder);
      [ended, beside] = await Promise.all([playOn("main"), isAlone ? null : playOn("beside")]);
      if (driver.behind) await playOn("behind");
      if (can.length > 0) await playOn("ruled");
      if (can.length > 0) await playOn("plain", [], { INTENTGATE_NO_BOX: "1" });
      if (words) await playOn("flagged", words(says("flagged")));
      before = decisions();
      if (!second) return;
      second(stage, "dropped.sh");
      give(stage.folder);
      await playOn("dropped");
    });
    afterAll(async () => {
      await model?.close();
      if (stage) clear(stage);
    });
    const isThere = (path: string) => existsSync(join(stage.repo, path));
    const decisions = () => linesOf<DecisionRow>(stage, ".orchestration/decisions.jsonl");
    const read = (script: string) => model.requests.filter((one) => one.script === script).map(({ latest }) => latest);

    it("lets the session come to its end, and drops no line that it was given", () => {
      expect([ended.timedOut, ended.code], ended.out).toEqual([false, 0]);
      if (beside !== null) expect([beside.timedOut, beside.code], beside.out).toEqual([false, 0]);
      expect(before.filter(({ code }) => code === "RAN_UNBOXED")).toEqual([]);
    });

    it.runIf(second)("is seen where another hook drops the line, and asked from then on", () => {
      expect(resultOf(model, "dropped", 1)).toContain("it ran");
      const after = decisions().slice(before.length);
      expect(after.filter(({ code }) => code === "RAN_UNBOXED")).toMatchObject([
        { host: driver.name, paths: expect.arrayContaining(["docs/plain.md"]) },
      ]);
      expect(resultOf(model, "dropped", 2)).not.toContain("it ran");
      expect(readFileSync(join(stage.repo, "docs/plain.md"), "utf8")).toBe("plain\n");
      expect(after.filter(({ phase }) => phase === "ask")).toHaveLength(1);
    });

    it("runs a command that nobody can read without an intent, leaves nothing, and says so", () => {
      expect(resultOf(model, "main", 0)).toContain("it said so");
      expect(resultOf(model, "main", 0)).toContain("Nothing of this run was kept");
    });

    it("runs it under an intent without a question: what is in scope is there, the rest is not, and the model reads it", () => {
      expect(resultOf(model, "main", 2)).toContain("it said so");
      expect(resultOf(model, "main", 2)).toContain("Kept back: docs/made.md");
      expect(readFileSync(join(stage.repo, "src/auth/made.ts"), "utf8")).toBe("made\n");
      expect(isThere("docs/made.md")).toBe(false);
      // A server does not fit into a host's own sandbox: it is the one question there.
      expect(before.filter(({ phase }) => phase === "ask")).toHaveLength(driver.opensScratch ? 1 : 0);
    });

    it("lets commands come to the end of an empty input, and shows the model how each ended, where the host does", () => {
      const told = resultOf(model, "main", 3);
      expect(
        ENDS.filter((code) => !told.includes(`read 0 for ${code}`)),
        told,
      ).toEqual([]);
      if (driver.name === "opencode") return;
      const shown = (code: number) =>
        told.split(`read 0 for ${code}`).length + told.split(new RegExp(`\\b${code}\\b`)).length;
      expect(
        ENDS.filter((code) => code !== 0 && shown(code) < 5),
        told,
      ).toEqual([]);
    });

    it("runs three that are asked for at once, and each counts", () => {
      expect(["one", "two", "three"].filter((name) => !isThere(`src/auth/${name}`))).toEqual([]);
    });

    it.skipIf(driver.opensScratch)(
      "holds servers, which later commands of this session reach and those of another do not",
      () => {
        expect(resultOf(model, "main", 5)).toContain("It runs in the background as");
        expect(resultOf(model, "main", 6)).toContain("was served");
        expect(resultOf(model, "main", 9)).toContain("was served");
        if (isAlone) return;
        expect(resultOf(model, "beside", asksAt)).toContain("curl: (7)");
        expect(resultOf(model, "beside", asksAt)).not.toContain("was served");
      },
    );

    it.runIf(driver.behind)("holds a server that its host starts in the background, for the commands after it", () => {
      expect(read("behind").join("\n")).toContain("was served");
    });

    it("shows the end by a signal, of the command and of a child", () => {
      const told = resultOf(model, "main", 7);
      for (const [name, code] of Object.entries(SIGNALS)) {
        expect(told).toContain(`a child by ${name}: ${code}`);
        if (driver.name === "copilot-cli") continue;
        expect(told).toContain(`by ${name}`);
        if (driver.name !== "opencode") expect(told.split(new RegExp(`\\b${code}\\b`)).length).toBeGreaterThan(2);
      }
    });

    it("shows all that a command said over a while, of each stream in its order", () => {
      const told = resultOf(model, "main", 8);
      for (const stream of ["out", "err"]) {
        const lines = [...told.matchAll(new RegExp(`${stream} line (\\d)`, "g"))].map(([, line]) => line);
        expect(lines, told).toEqual(["1", "2", "3", "4"]);
      }
    });

    it("brings no variable into the next command, as its host brings none", () => {
      expect(resultOf(model, "main", 9)).toContain("has undefined");
    });

    it.runIf(driver.limit)(
      "ends what takes too long with all it started: what it said is shown, and what it did counts whole or not at all",
      async () => {
        const told = resultOf(model, "beside", SHOWN_AT);
        const isShown = driver.limit?.isShown;
        expect([told.includes("heeds has begun"), told.includes("deaf has begun")], told).toEqual([isShown, isShown]);
        await until(() => longAlive(stage).length === 0);
        const counts = driver.limit?.heeded === "what is in scope counts";
        expect([isThere("src/auth/heeds-begun.ts"), isThere("src/auth/deaf-begun.ts")]).toEqual([counts, false]);
        expect(["heeds", "deaf", "late"].filter((word) => isThere(`docs/${word}.md`))).toEqual([]);
      },
    );

    it.runIf(driver.limit?.overdue === "lets it go on")(
      "keeps what is in scope of a command that its host did not wait for",
      () => {
        expect([isThere("src/auth/late-begun.ts"), isThere("src/auth/late-ended.ts")]).toEqual([true, true]);
        const rows = ledgerOf(stage).filter(({ path }) => path.includes("/late-"));
        expect(rows.map(({ path }) => path).toSorted()).toEqual(["src/auth/late-begun.ts", "src/auth/late-ended.ts"]);
      },
    );

    it("leaves the next command in the folder where it would have been without a box", () => {
      expect(resultOf(model, "main", 10)).toContain(`${stage.repo}/src/auth`);
      const now = driver.keepsFolder ? `${stage.repo}/src/auth` : stage.repo;
      expect(resultOf(model, "main", 11)).toMatch(new RegExp(`now in ${now}(?!/)`));
    });

    it.runIf(can.length > 0).each(["ruled", "plain"])(
      "lets the person's own rules against the original act, and nothing else: %s",
      (script) => {
        const all = read(script).join("\n");
        expect(all).toContain("never-free");
        expect([all.includes("never-denied"), all.includes("never-asked")]).toEqual([false, false]);
        // Each was asked for, and it was not the gate that said no.
        expect(
          new Set(model.requests.filter((one) => one.script === script).map(({ step }) => step)).size,
        ).toBeGreaterThan(can.length);
        const about = decisions().filter(({ payload }) => JSON.stringify(payload ?? "").includes("never -"));
        expect(about.filter(({ decision }) => decision === "deny")).toEqual([]);
      },
    );

    it.runIf(words)("lets a rule act that was given on its command line, which stands in no file", () => {
      const all = read("flagged").join("\n");
      expect([all.includes("never-free"), all.includes("never-flagged")]).toEqual([true, false]);
    });

    it("keeps what a person says is kept, and the ledger has both", async () => {
      const [id] = /(?<=request )[0-9a-f]{8}/.exec(resultOf(model, "main", 2)) ?? [];
      give(stage.folder);
      const line = [process.execPath, stage.program, "approvals", "approve", id].join(" ");
      await succeed(stage, { program: "script", args: ["-qefc", line, "/dev/null"] });
      expect(readFileSync(join(stage.repo, "docs/made.md"), "utf8")).toBe("made\n");
      const rows = ledgerOf(stage).filter(({ path }) => path.endsWith("made.ts") || path.endsWith("made.md"));
      expect(rows.map(({ intent, path }) => [intent, path])).toEqual([
        ["INT-001", "src/auth/made.ts"],
        ["INT-001", "docs/made.md"],
      ]);
    });
  });
}
