/** A server in one call, and what asks it in the next: through the gate, in the network of the session. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type GateStage, type Reply, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
const node = process.execPath;
const server = `const fs = require("fs");
const tried = (path) => { try { fs.writeFileSync(path, "x"); return "wrote"; } catch (error) { return error.code; } };
const answer = ({ url }) => (url === "/" ? "served" : tried(decodeURIComponent(url.slice(1))));
require("http").createServer((asked, reply) => reply.end(answer(asked))).listen(Number(process.argv[2]), () => console.log("up"));
`;

beforeAll(async () => {
  gate = await setGateStage();
  gate.plain(`cat > src/server.cjs <<'END'\n${server}END\ngit add -A; git commit -qm server`);
  gate.typed("intent new INT-2 --name Files --scope 'src/*.ts'");
  gate.take("INT-1");
  gate.take("INT-1", "s2");
  gate.take("INT-2", "s3");
});
afterAll(() => {
  for (const { id } of held()) gate.plain(`${gate.program} box stop ${id}`);
  gate.clear();
});

function held(): { id: string; session: string; ports: number[] }[] {
  return JSON.parse(gate.plain(`${gate.program} box list --json`)).held;
}

/** Of what the reply says: where the output is. */
function outputOf({ result }: Reply): string {
  return /Its output: (\S+)/.exec(result?.stdout ?? "")?.[1] ?? "no output is named";
}

const asking = (port: number, path = "/") =>
  `${node} -e 'require("http").get("http://127.0.0.1:${port}${path}", (r) => r.pipe(process.stdout)).on("error", (e) => console.log(e.code))'`;

describe("a server that is held", () => {
  let started: Reply;
  beforeAll(async () => {
    started = gate.run(`${node} src/server.cjs 8080 &`);
    await until(() => gate.plain(`cat ${outputOf(started)}`).includes("up"));
  });

  it("was started without a question, and says what it is called and where its output is", () => {
    expect(started).toMatchObject({ decision: "allow", result: { exit_code: 0, stderr: "" } });
    expect(started.result?.stdout).toMatch(/^It runs in the background as [a-z0-9]{8}, /);
    expect(held()).toMatchObject([{ session: "s1", ports: [8080] }]);
  });

  it("is reached by the next call of its session", () => {
    expect(gate.run(asking(8080)).result?.stdout).toBe("served");
    expect(gate.run("curl -s http://localhost:8080/").result?.stdout).toBe("served");
  });

  it("is reached by a subagent of its session", () => {
    expect(gate.run(asking(8080), "sub", "s1").result?.stdout).toBe("served");
  });

  it("is reached by no other session, and not by this machine", () => {
    expect(gate.run(asking(8080), "s2").result?.stdout).toBe("ECONNREFUSED\n");
    expect(gate.run(asking(8080), "explorer").result?.stdout).toBe("ECONNREFUSED\n");
    expect(gate.plain(asking(8080))).toBe("ECONNREFUSED\n");
  });

  it.each([
    ["src/made.ts", "wrote"],
    ["docs/d.md", "EROFS"],
    ["new.ts", "EROFS"],
    [".git/config", "EROFS"],
    [".orchestration/policy.yaml", "EROFS"],
  ])("writes where the scope is and nowhere else: %s %s", (path, becomes) => {
    const before = gate.plain(`cat ${path} 2>/dev/null`);
    // Put together, as a control file that is named is refused beforehand.
    const spelled = path.replaceAll("/", "%2f").replaceAll("o", "%6f");
    expect(gate.run(asking(8080, `/${spelled}`)).result?.stdout).toBe(becomes);
    expect(gate.plain(`cat ${path} 2>/dev/null`)).toBe(becomes === "wrote" ? "x" : before);
  });

  it("ends when it is stopped", async () => {
    const [one] = held();
    expect(gate.plain(`${gate.program} box stop ${one?.id}`)).toContain("Stopped");
    await until(() => held().length === 0);
    expect(gate.run(asking(8080)).result?.stdout).toBe("ECONNREFUSED\n");
  });
});

it.each([
  ["setsid", "setsid node src/server.cjs 8085 &", 8085],
  ["nohup", "nohup node src/server.cjs 8084", 8084],
  ["nohup in the background", "nohup node src/server.cjs 8089 &", 8089],
  ["a list in the background", "cd src && node server.cjs 8086 2>&1 &", 8086],
])("holds %s, and ends it", async (_what, command, port) => {
  const output = outputOf(gate.run(command));
  await until(() => gate.plain(`cat ${output}`).includes("up"));
  expect(gate.run(asking(port)).result?.stdout).toBe("served");
  for (const { id } of held()) gate.plain(`${gate.program} box stop ${id}`);
  await until(() => held().length === 0);
});

it("forgets what commands said that ended long ago, and nothing else", async () => {
  gate.plain(`cd /tmp; mkdir intentgate-held-old intentgate-held-young; touch intentgate-held-{old,young}/output.log
    touch -d '2 hours ago' intentgate-held-old/output.log; ln -s ~ intentgate-held-link; touch -hd '2 hours ago' intentgate-held-link`);
  const output = outputOf(gate.run(`${node} src/server.cjs 8087 &`));
  await until(() => gate.plain(`cat ${output}`).includes("up"));
  const left = gate.plain("cd /tmp; ls -d intentgate-held-{old,young,link} 2> /dev/null");
  gate.plain("cd /tmp; rm -r intentgate-held-{old,young,link}");
  expect(left).toBe("intentgate-held-link\nintentgate-held-young\n");
  gate.plain(`touch -d '2 hours ago' ${output}`);
  const other = outputOf(gate.run(`${node} src/server.cjs 8088 &`));
  expect(gate.plain(`ls ${output} ${other}`)).toBe(
    [output, other]
      .toSorted()
      .map((one) => `${one}\n`)
      .join(""),
  );
  for (const { id } of held()) gate.plain(`${gate.program} box stop ${id}`);
  await until(() => held().length === 0);
});

describe("what is not held", () => {
  it("refuses a line of which a part goes on, and says what to do", () => {
    const said = gate.run(`${node} src/server.cjs 8081 & sleep 1; ${asking(8081)}`);
    expect(said).toMatchObject({ decision: "deny", code: "NOT_CONTAINED" });
    expect(JSON.stringify(said)).toContain("Start the server in its own call");
  });

  it.each([
    ["a scope of single files", "s3"],
    ["no intent", "nobody"],
  ])("starts nothing without a person under %s", (_why, session) => {
    expect(gate.run(`${node} src/server.cjs 8082 &`, session).decision).toBe("deny");
    expect(held()).toEqual([]);
  });

  it.each(["src/a.ts", "src/a.ts require_approval", "INT-1:src/** require_approval"])(
    "starts nothing without a person where a rule closes a file of the scope: %s",
    (rule) => {
      gate.plain(`echo '${rule}' > .intentignore`);
      expect(gate.run(`${node} src/server.cjs 8083 &`)).toMatchObject({ decision: "deny", code: "NO_ANSWER" });
      expect(held()).toEqual([]);
    },
  );

  it("is kept from no folder by a rule of another intent, nor by one that only lets", async () => {
    gate.plain("printf 'INT-2:src/a.ts require_approval\\nsrc/a.ts allow_destructive\\n' > .intentignore");
    expect(gate.run(`${node} src/server.cjs 8090 &`)).toMatchObject({ decision: "allow" });
    await until(() => held().length === 1);
    for (const { id } of held()) gate.plain(`${gate.program} box stop ${id}`);
    await until(() => held().length === 0);
  });
});
