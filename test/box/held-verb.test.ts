/** `intentgate box list`, `stop` and `forward` as a person types them. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type Stage, setStage } from "./stage.ts";

let stage: Stage;
let held: { id: string; output: string };
const node = process.execPath;
const program = () => `${node} ${join(stage.home, "../program/bin/intentgate.cjs")}`;
const asking = (port: string) =>
  `${node} -e 'require("http").get("http://127.0.0.1:${port}/", (r) => r.pipe(process.stdout)).on("error", (e) => console.log(e.code))'`;

beforeAll(async () => {
  stage = await setStage("project", "network-driver.ts");
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(import.meta.dirname, "../../apps/cli", part), join(stage.home, "../program", part), {
      recursive: true,
    });
  stage.plain("mkdir src");
  held = drive(
    "hold",
    `exec ${node} -e 'require("http").createServer((q, r) => r.end("served")).listen(8080, () => console.log("up"))'`,
  );
  await until(() => readFileSync(held.output, "utf8").includes("up"));
});
afterAll(() => {
  drive("end");
  stage.clear();
});

function drive(what: string, script = ""): { id: string; output: string } {
  const { root, state } = stage;
  const order = {
    do: what,
    root,
    state,
    session: "s1",
    script,
    scope: ["src/**"],
    allow: [],
    owner: null,
    id: "",
    port: 0,
  };
  return (stage.drive(order) as { held: { id: string; output: string } }).held;
}

it("shows what is held, with its ports", () => {
  const said = stage.plain(`NO_COLOR=1 ${program()} box list`);
  expect(said).toMatch(new RegExp(`^${held.id} +exec .* +8080 +s1 `, "m"));
  expect(JSON.parse(stage.plain(`${program()} box list --json`))).toMatchObject({
    held: [{ id: held.id, ports: [8080] }],
  });
});

it("forwards for a person at a terminal, and for nobody else", async () => {
  expect(stage.plain(`${program()} box forward 8080 2>&1; echo code $?`)).toMatch(/needs a terminal[\s\S]*code 2/);
  const forward = stage.start(["script", "-qec", `exec ${program()} box forward 8080`, "/dev/null"]);
  const address = await new Promise<string>((said) =>
    forward.stdout?.on("data", (bytes) => /127\.0\.0\.1:(\d+)/.exec(String(bytes)) && said(String(bytes))),
  );
  const port = /127\.0\.0\.1:(\d+)/.exec(address)?.[1] ?? "";
  expect(stage.plain(asking(port))).toBe("served");
  forward.kill("SIGTERM");
  await until(() => stage.plain(asking(port)) === "ECONNREFUSED\n");
});

it.each([
  ["box forward 9999", "no session listens on port 9999"],
  ["box forward 8080 --session other", "no session listens"],
  ["box forward x", "a port is a number"],
  ["box stop nothing", "no held command has the id"],
  ["box stop", "takes the id of a held command"],
  ["box list more", "takes no further word"],
  ["box list --on 1", "has no --on"],
  ["box --on 1 -- true", "belong to box forward"],
])("refuses %s", (words, why) => {
  const line = `${program()} ${words}`;
  expect(stage.plain(`script -qec '${line}' /dev/null < /dev/null`)).toContain(why);
});

it("takes what stands behind two dashes for a command", () => {
  expect(stage.plain(`script -qec '${program()} box --dry-run -- list' /dev/null < /dev/null`)).not.toContain(held.id);
});

it("stops it", async () => {
  expect(stage.plain(`NO_COLOR=1 ${program()} box stop ${held.id.slice(0, 5)}`)).toContain("Stopped exec");
  await until(() => readFileSync(held.output, "utf8").includes("[ended with 143]"));
  expect(stage.plain(`${program()} box list`)).toBe("Nothing is held.\n");
});
