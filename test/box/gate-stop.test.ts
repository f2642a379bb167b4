/** Two sessions through the gate, with a held server and a command that runs: a person stops one, the other goes on. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type GateStage, type Reply, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
const node = process.execPath;
const server =
  'require("http").createServer((_, reply) => reply.end("served")).listen(Number(process.argv[2]), () => console.log("up"));';
const asking = (port: number) =>
  `${node} -e 'require("http").get("http://127.0.0.1:${port}/", (r) => r.pipe(process.stdout)).on("error", (e) => console.log(e.code))'`;

beforeAll(async () => {
  gate = await setGateStage();
  gate.plain(`cat > src/server.cjs <<'END'\n${server}\nEND\ngit add -A; git commit -qm server`);
  gate.plain("printf 'echo x > src/left.ts; echo y > src/a.ts; sleep 47.1; echo z > src/late.ts' > src/one.sh");
  gate.plain("printf \"trap '' TERM INT HUP; echo x > src/deaf.ts; while :; do sleep 47.2; done\" > src/deaf.sh");
  for (const session of ["stage-1", "stage-2"]) gate.take("INT-1", session);
  for (const [session, port] of [
    ["stage-1", 8081],
    ["stage-2", 8082],
  ] as const) {
    const started = gate.run(`${node} src/server.cjs ${port} &`, session);
    const output = /Its output: (\S+)/.exec(started.result?.stdout ?? "")?.[1] ?? "no output is named";
    await until(() => gate.plain(`cat ${output}`).includes("up"));
  }
});
afterAll(async () => {
  for (const { id } of held()) gate.plain(`${gate.program} box stop ${id}`);
  await until(() => held().length === 0 && gate.plain("ls ~/.local/state/intentgate/roots/*/runs") === "");
  gate.clear();
});

function held(): { id: string; session: string }[] {
  return JSON.parse(gate.plain(`${gate.program} box list --json`)).held;
}

/** Begun in the background; the reply lies in a file once it is there. */
function begin(command: string, session: string, name: string): () => Promise<Reply> {
  const asked = JSON.stringify({ tool: "execute_command", input: { command }, session, model: "m" });
  gate.plain(`printf '%s' '${asked.replaceAll("'", "'\\''")}' > ~/${name}.asked`);
  gate.plain(
    `( ${gate.program} call < ~/${name}.asked > ~/${name}.part 2> ~/${name}.err; mv ~/${name}.part ~/${name}.said ) > /dev/null 2>&1 &`,
  );
  return async () => {
    await until(() => gate.plain(`cat ~/${name}.said 2>/dev/null`) !== "");
    return JSON.parse(gate.plain(`cat ~/${name}.said`)) as Reply;
  };
}

const processes = () => gate.plain("ps -eo args").split("\n");

describe("a session that is stopped while it holds a server and runs a command", () => {
  let replies: Reply[] = [];
  let said = "";
  beforeAll(async () => {
    const one = begin("sh src/one.sh", "stage-1", "one");
    const deaf = begin("sh src/deaf.sh", "stage-1", "deaf");
    const two = begin("echo x > src/kept.ts; sleep 3", "stage-2", "two");
    await until(() => ["47.1", "47.2"].every((part) => processes().some((line) => line.startsWith(`sleep ${part}`))));
    said = gate.typed("stop stage-1");
    replies = [await one(), await deaf(), await two()];
  });

  it("says what it ended", () => {
    expect(said).toContain("Stopped stage-1: every further call is refused.");
    expect(said).toContain("Ended: 1 held command, 2 running commands; nothing more of it counts.");
  });

  it("has nothing of its commands applied, and nothing of them runs on", () => {
    for (const reply of replies.slice(0, 2)) expect(JSON.stringify(reply)).toContain("nothing that it did counts");
    expect(gate.plain("ls src")).not.toMatch(/(left|late|deaf)\.ts/);
    expect(gate.plain("cat src/a.ts")).toBe("a\n");
    expect(processes().filter((line) => /^sleep 47/.test(line))).toEqual([]);
    expect(gate.ledger().flatMap(({ files }) => files.map((file) => file.relative_path))).toEqual(["src/kept.ts"]);
  });

  it("has the server ended", async () => {
    await until(() => held().length === 1);
    expect(held()).toMatchObject([{ session: "stage-2" }]);
    expect(processes().filter((line) => line.includes("src/server.cjs 8081"))).toEqual([]);
  });

  it.each(["cat src/a.ts", "touch src/x.ts", `${node} src/server.cjs 8083 &`])("is refused %s", (command) => {
    expect(gate.run(command, "stage-1")).toMatchObject({ decision: "deny", code: "STOPPED" });
    expect(gate.run(command, "helper", "stage-1")).toMatchObject({ decision: "deny", code: "STOPPED" });
  });

  it("leaves the other session to its work", () => {
    expect(replies[2]).toMatchObject({ decision: "allow", result: { exit_code: 0 } });
    expect(gate.plain("cat src/kept.ts")).toBe("x\n");
    expect(gate.run(asking(8082), "stage-2").result?.stdout).toBe("served");
  });

  it("goes on when it is resumed, and what was ended stays ended", () => {
    expect(gate.typed("resume stage-1")).toContain("stage-1 may go on");
    expect(gate.run(asking(8081), "stage-1").result?.stdout).toBe("ECONNREFUSED\n");
    expect(gate.run("echo b > src/b.ts", "stage-1")).toMatchObject({ decision: "allow", result: { exit_code: 0 } });
    expect(gate.plain("cat src/b.ts")).toBe("b\n");
  });
});
