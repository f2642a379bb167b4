/** Adding a host is one file and one line: the whole program, made with one host more, knows all of it everywhere. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../project-files.ts";
import { makeScene, put, quoted, type Scene, shellAtTerminal } from "../stories/scene.ts";
import { tempFolder } from "../support/temp-folder.ts";

const list = join(root, "packages/hosts/src/hosts/hosts.ts");
const file = fileURLToPath(new URL("robot.ts", import.meta.url));

/** The list with its one line more, and what that line names. */
const oneMore: Plugin = {
  name: "one-more-host",
  setup(build) {
    build.onLoad({ filter: /\/hosts\/hosts\.ts$/ }, ({ path }) => {
      if (path !== list) return undefined;
      const text = readFileSync(path, "utf8");
      const longer = text.replace("  generic,\n", "  generic,\n  robot,\n");
      if (longer === text) throw new Error("the list is no longer written like this");
      return { contents: `import { robot } from ${JSON.stringify(file)};\n${longer}`, loader: "ts" };
    });
  },
};

let program: string;
beforeAll(async () => {
  const folder = tempFolder("new-host");
  program = join(folder, "bin/intentgate.cjs");
  await build({
    absWorkingDir: root,
    entryPoints: { intentgate: "apps/cli/src/main.ts" },
    outdir: join(folder, "dist"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    banner: {
      js: 'import{createRequire as createRequireHere}from"node:module";const require=createRequireHere(import.meta.url);',
    },
    plugins: [oneMore],
    logLevel: "warning",
  });
  mkdirSync(join(folder, "bin"));
  writeFileSync(program, 'import("../dist/intentgate.mjs");\n');
  writeFileSync(join(folder, "package.json"), readFileSync(join(root, "apps/cli/package.json")));
});

function run({ repo, env }: Scene, words: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    ...{ cwd: repo, env, input, encoding: "utf8" },
  });
  return { code: status, out: stdout, err: stderr };
}

function withRobot(): Scene {
  const scene = makeScene();
  const { code, out, err } = run(scene, ["init", "--yes", "--host", "robot"]);
  expect([code, out + err]).toEqual([0, expect.stringContaining("Robot")]);
  return scene;
}

let deeds = 0;
function deed(scene: Scene, tool: string, given: object) {
  deeds += 1;
  const payload = { happening: "BeforeDeed", life: "r2", room: scene.repo, deed: `d${deeds}`, tool, with: given };
  const { code, out } = run(scene, ["hook", "robot", "BeforeDeed"], JSON.stringify(payload));
  const { answer, why = "" } = JSON.parse(out) as { answer: string; why?: string };
  return { code, answer, why };
}

/** What doctor says about agents. */
function agents(scene: Scene): { state: string; message: string }[] {
  const { checks } = JSON.parse(run(scene, ["doctor", "--json"]).out) as {
    checks: { check: string; state: string; message: string }[];
  };
  return checks.filter(({ check }) => check === "agents").map(({ state, message }) => ({ state, message }));
}

describe("a host that is one file and one line", () => {
  it("is set up, found to have nothing against it, and taken away again without a trace", async () => {
    const scene = withRobot();
    const rules = JSON.parse(readFileSync(join(scene.repo, ".robot/rules.json"), "utf8"));
    expect(rules.hooks.BeforeDeed[0].run).toMatch(/intentgate\/hook' --root .* robot BeforeDeed$/);
    expect(agents(scene)).toEqual([{ state: "note", message: "Robot: nothing found against it" }]);
    const command = [process.execPath, program, "uninit", "--yes"].map(quoted).join(" ");
    expect((await shellAtTerminal(scene, command).done).code).toBe(0);
    expect(existsSync(join(scene.repo, ".robot"))).toBe(false);
  });

  it("is understood, and answered in its own words", () => {
    const scene = withRobot();
    put(scene.repo, "README.md", "# Hello\n");
    expect(deed(scene, "peek", { where: "README.md" })).toMatchObject({ code: 0, answer: "yes" });
    const refused = deed(scene, "scribble", { where: join(scene.repo, "README.md"), what: "x" });
    expect(refused).toMatchObject({ code: 2, answer: "no", why: expect.stringContaining("INTENT_REQUIRED") });
    expect(deed(scene, "dance", {})).toMatchObject({ answer: "no" });
    const odd = run(scene, ["hook", "robot", "BeforeDeed"], '{"happening": "Hum"}');
    expect([odd.code, odd.out]).toEqual([2, expect.stringContaining('"answer":"no"')]);
    expect(run(scene, ["hook", "nobody"], "{}").err).toContain("generic, robot");
  });

  const placeOf = ({ repo, env }: Scene, path: string) =>
    path.startsWith("~") ? join(env.HOME ?? "", path.slice(2)) : resolve(repo, path);

  it("lets no call change its settings, wherever they lie and however they are spelled", () => {
    const scene = withRobot();
    expect(deed(scene, "intentgate/select_active_intent", { intent_id: "INT-002" }).answer).toBe("yes");
    for (const path of [
      ...[".robot/rules.json", ".ROBOT/Rules.json", "src/deep/.robot/new", ".robot.env", ".parts/robot/x", ".parts"],
      ...["src/robots.json", "~/.robot/rules.json", "/etc/robot/rules.json", "/tmp/elsewhere/.robot/rules.json"],
    ]) {
      const { answer, why } = deed(scene, "scribble", { where: placeOf(scene, path), what: "x" });
      expect([answer, why], path).toEqual(["no", expect.stringContaining("CONTROL_FILE")]);
    }
    for (const words of ["frobnicate .robot", "frobnicate robots.json", "rm -rf ~/.robot"])
      expect(deed(scene, "mutter", { words }).why, words).toContain("CONTROL_FILE");
  });

  it("leaves its notes, and what is only called alike, to the scope", () => {
    const scene = withRobot();
    deed(scene, "intentgate/select_active_intent", { intent_id: "INT-002" });
    const scribbled = (path: string) => deed(scene, "scribble", { where: placeOf(scene, path), what: "x" });
    for (const path of ["robot/rules.json", ".robots/x", "~/.robot/dreams/one.md"])
      expect(scribbled(path).why, path).toContain("SCOPE_VIOLATION");
    expect(scribbled("src/robot.ts").answer).toBe("yes");
  });

  it("is told from its files to be silenced or steered", () => {
    const scene = withRobot();
    put(scene.env.HOME ?? "", ".robot/rules.json", '{"asleep": true}');
    expect(agents(scene)).toEqual([{ state: "problem", message: expect.stringContaining("it sleeps everywhere") }]);
    put(scene.env.HOME ?? "", ".robot/rules.json", "{}");
    put(scene.repo, ".robot.env", "ROBOT_DEAF=1\n");
    expect(agents(scene)).toMatchObject([{ state: "problem", message: expect.stringContaining("sets ROBOT_DEAF") }]);
    put(scene.repo, ".robot.env", "ROBOT_COLOUR=red\n");
    expect(agents(scene)).toMatchObject([{ state: "note" }]);
  });

  it("is refused by the shell around its hook where the hook breaks", () => {
    const scene = withRobot();
    const launcher = join(scene.env.XDG_STATE_HOME ?? "", "intentgate/hook");
    writeFileSync(launcher, readFileSync(launcher, "utf8").replace(/^program=.*$/m, "program=/nowhere/intentgate"));
    const codeOf = (event: string) =>
      spawnSync("/bin/sh", [launcher, "--root", scene.repo, "robot", event], { env: scene.env, input: "{}" }).status;
    expect(["BeforeDeed", "Order", "AfterDeed"].map(codeOf)).toEqual([2, 2, 0]);
  });

  it("says why it cannot be tried", async () => {
    const command = [process.execPath, program, "doctor", "--live", "--host", "robot"].map(quoted).join(" ");
    const { code, out } = await shellAtTerminal(withRobot(), command).done;
    expect([code, out]).toEqual([64, expect.stringContaining("nobody has built it")]);
  });
});
