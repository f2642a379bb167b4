/** A session has a loopback of its own: what is held in one call is reached in the next one, and by nobody else. */
import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import type { NetworkOrder } from "./network-driver.ts";
import { type Stage, setStage } from "./stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await setStage("project", "network-driver.ts");
  stage.plain("mkdir -p src/deep lib; echo a > src/a.ts; echo b > lib/b.ts");
});
afterEach(() => {
  for (const session of ["one", "two"]) drive({ do: "end", session });
  stage.clear();
});

function drive<T = unknown>(order: Partial<NetworkOrder>): T {
  const { root, state } = stage;
  const all = { root, state, session: "one", script: "", scope: ["src/**"], allow: [], owner: null, id: "", port: 0 };
  return stage.drive({ ...all, ...order }) as T;
}

interface Ran {
  ended: { began: boolean; code: number };
  out: string;
  err: string;
  refused: { host: string }[];
}
type Started = { began: true; held: { id: string; pid: number; output: string } } | { began: false; why: string };
type Made = { can: true; holder: { pid: number; network: string } };

const run = (script: string, more: Partial<NetworkOrder> = {}) => drive<Ran>({ do: "run", script, ...more });
const hold = (script: string, more: Partial<NetworkOrder> = {}) => drive<Started>({ do: "hold", script, ...more });
const node = process.execPath;
const serving = (port: number) =>
  `exec ${node} -e 'require("http").createServer((q, r) => r.end("served")).listen(${port}, "127.0.0.1", () => console.log("up"))'`;
const asking = (port: number, host = "127.0.0.1") =>
  `${node} -e 'require("http").get("http://${host}:${port}/", (r) => r.pipe(process.stdout)).on("error", (e) => { console.log(e.code); process.exit(7) })'`;

function started(answer: Started): { id: string; pid: number; output: string } {
  if (!answer.began) throw new Error(answer.why);
  return answer.held;
}

/** While another program of the person listens. */
async function beside(listen: string, look: (port: string) => Promise<void>): Promise<void> {
  const script = `const s = require("http").createServer((q, r) => r.end("host"))${listen}, () => console.log(s.address().port))`;
  const server = stage.start([node, "-e", script]);
  try {
    await look(await new Promise((said) => server.stdout?.once("data", (bytes) => said(String(bytes).trim()))));
  } finally {
    server.kill("SIGKILL");
  }
}

const isUp = ({ output }: { output: string }) => readFileSync(output, "utf8").includes("up");
const isGone = (pid: number) =>
  !existsSync(`/proc/${pid}`) || / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));

it("serves in one call, is asked in the next, and is stopped in a third", async () => {
  const held = started(hold(serving(8080)));
  await until(() => isUp(held));
  expect(run(asking(8080))).toMatchObject({ ended: { began: true, code: 0 }, out: "served" });
  expect(drive({ do: "list" })).toMatchObject([{ id: held.id, session: "one", ports: [8080] }]);
  expect(drive({ do: "stop", id: held.id })).toBe(true);
  await until(() => isGone(held.pid));
  expect(run(asking(8080))).toMatchObject({ ended: { code: 7 }, out: "ECONNREFUSED\n" });
  expect(drive({ do: "list" })).toEqual([]);
  expect(readFileSync(held.output, "utf8")).toBe("up\n[ended with 143]\n");
});

it("lets a command that is stopped say its last words, and ends one that does not listen", async () => {
  const [polite, deaf] = [
    'trap "echo bye; exit 3" TERM; echo up; while :; do sleep 0.05; done',
    'trap "" TERM; echo up; while :; do sleep 0.05; done',
  ].map((script) => started(hold(script)));
  await until(() => [polite, deaf].every((held) => held !== undefined && isUp(held)));
  for (const held of [polite, deaf]) drive({ do: "stop", id: held?.id ?? "" });
  await until(() => [polite, deaf].every((held) => held !== undefined && isGone(held.pid)));
  const said = [polite, deaf].map((held) => readFileSync(held?.output ?? "", "utf8"));
  expect(said).toEqual(["up\nbye\n[ended with 3]\n", "up\n[ended with 137]\n"]);
});

describe("what listens in a session", () => {
  it("cannot be reached from another session, nor from outside", async () => {
    const held = started(hold(serving(8080)));
    await until(() => isUp(held));
    expect(run(asking(8080), { session: "two" })).toMatchObject({ ended: { code: 7 }, out: "ECONNREFUSED\n" });
    expect(stage.plain(asking(8080))).toBe("ECONNREFUSED\n");
    expect(run(asking(8080)).out).toBe("served");
  });

  it("may have the same port as in another one", async () => {
    const both = ["one", "two"].map((session) => started(hold(serving(8080), { session })));
    await until(() => both.every(isUp));
    expect(drive({ do: "list" })).toMatchObject([{ ports: [8080] }, { ports: [8080] }]);
  });
});

describe("from inside", () => {
  it("the loopback of this machine is out of reach, and so is every other address", async () => {
    await beside(`.listen(0, "127.0.0.1"`, async (port) => {
      expect(stage.plain(asking(Number(port)))).toBe("host");
      expect(run(asking(Number(port))).out).toBe("ECONNREFUSED\n");
      expect(run(asking(Number(port), "10.1.1.1")).out).toBe("ENETUNREACH\n");
    });
  });

  it.each(["abstract", "in the root", "in the home folder"] as const)(
    "a socket of another program is out of reach: %s",
    async (where) => {
      const paths = {
        abstract: "\\0intentgate",
        "in the root": `${stage.root}/src/s`,
        "in the home folder": `${stage.home}/s`,
      };
      const asks = `${node} -e 'require("http").get({ socketPath: "${paths[where]}" }, (r) => r.pipe(process.stdout)).on("error", (e) => console.log(e.code))'`;
      await beside(`.listen("${paths[where]}"`, async () => {
        expect(stage.plain(asks)).toBe("host");
        expect(run(asks).out).toBe("ECONNREFUSED\n");
        const held = started(hold(`${asks}; echo up`));
        await until(() => isUp(held));
        expect(readFileSync(held.output, "utf8")).toMatch(/^(ECONNREFUSED|ENOTSOCK)\nup\n/);
      });
    },
  );

  it("nothing of the network can be changed, and no other namespace is entered", () => {
    const { holder } = drive<Made>({ do: "holder" });
    const tries = [
      "ip link add d0 type dummy",
      "unshare -Urn true",
      "unshare -n true",
      `nsenter -t ${holder.pid} -n true`,
      `kill -9 ${holder.pid}`,
      "kill -9 -1 & wait; false",
    ];
    for (const script of tries) expect(run(`${script} 2> /dev/null`).ended.code, script).not.toBe(0);
    expect(drive<Made>({ do: "holder" }).holder.pid).toBe(holder.pid);
  });
});

describe("the holder", () => {
  it("is found again by the next call, and is another one in another session", () => {
    const [first, again, other] = ["one", "one", "two"].map((session) => drive<Made>({ do: "holder", session }).holder);
    expect(again).toEqual(first);
    expect(other?.network).not.toBe(first?.network);
  });

  it("takes everything that it held with it when it is killed, and the next call has a new one", async () => {
    const held = started(hold(serving(8080)));
    await until(() => isUp(held));
    const { holder } = drive<Made>({ do: "holder" });
    stage.plain(`kill -9 ${holder.pid}`);
    await until(() => isGone(held.pid));
    expect(drive({ do: "list" })).toEqual([]);
    expect(run(asking(8080)).out).toBe("ECONNREFUSED\n");
    const again = started(hold(serving(8080)));
    await until(() => isUp(again));
    expect(run(asking(8080)).out).toBe("served");
    expect(drive<Made>({ do: "holder" }).holder.pid).not.toBe(holder.pid);
  });

  it.each([
    ["another start", (record: string) => record.replace(/"startedAt":"\d+"/, '"startedAt":"1"')],
    ["another network", (record: string) => record.replace(/net:\[\d+\]/, "net:[1]")],
    ["no record at all", () => "{"],
  ])("is not taken for a process of its number with %s", (_, change) => {
    const { holder } = drive<Made>({ do: "holder" });
    const file = stage.plain(`ls ${stage.state}/network/*/holder.json`).trim();
    const changed = change(readFileSync(file, "utf8"));
    stage.plain(`cat > ${file} <<'E'\n${changed}\nE`);
    expect(drive<Made>({ do: "holder" }).holder.pid).not.toBe(holder.pid);
    stage.plain(`kill -9 ${holder.pid}`);
  });

  it("ends with the host that the session runs in", async () => {
    const host = stage.start(["sleep", "60"]);
    const owner = host.pid ?? null;
    const { holder } = drive<Made>({ do: "holder", owner });
    const held = started(hold(serving(8080), { owner }));
    await until(() => isUp(held));
    expect(isGone(holder.pid)).toBe(false);
    host.kill("SIGKILL");
    await until(() => isGone(holder.pid) && isGone(held.pid));
  });

  it("ends with the session, and nothing of it is left", async () => {
    const held = started(hold(serving(8080)));
    await until(() => isUp(held));
    const { holder } = drive<Made>({ do: "holder" });
    expect(drive({ do: "end" })).toBe(true);
    await until(() => isGone(holder.pid) && isGone(held.pid));
    await until(
      () => stage.plain(`ls ${stage.state}/network ${stage.state}/root/runs`).split("\n").filter(Boolean).length === 2,
    );
  });
});

it("ends a held command when what watches over it is killed", async () => {
  const held = started(hold(`${serving(8080)}`));
  await until(() => isUp(held));
  stage.plain(`kill -9 ${held.pid}`);
  await until(() => run(asking(8080)).out === "ECONNREFUSED\n");
  expect(drive({ do: "list" })).toEqual([]);
});

describe("forwarding", () => {
  it("brings a port to the loopback of this machine, until it is ended", async () => {
    const held = started(hold(serving(8080)));
    await until(() => isUp(held));
    const forward = stage.begin({ do: "forward", session: "one", owner: null, port: 8080 });
    const port = Number(await new Promise((said) => forward.stdout?.once("data", (bytes) => said(String(bytes)))));
    expect(stage.plain(`${asking(port)}; ${asking(port)}`)).toBe("servedserved");
    expect(run(asking(port)).out).toBe("ECONNREFUSED\n");
    forward.kill("SIGKILL");
    await until(() => stage.plain(asking(port)) === "ECONNREFUSED\n");
  });

  it("ends with the session", async () => {
    drive({ do: "holder" });
    const forward = stage.begin({ do: "forward", session: "one", owner: null, port: 8080 });
    await new Promise((said) => forward.stdout?.once("data", said));
    const ended = new Promise((resolve) => forward.once("exit", resolve));
    drive({ do: "end" });
    await ended;
  });
});

describe("through the proxy", () => {
  const getting = (url: string) => `curl -s --max-time 20 -o - -w '%{http_code}' ${url}`;
  it("reaches what is allowed, and nothing else; what was refused is known by its name", async () => {
    await beside(`.listen(0, "127.0.0.1"`, async (port) => {
      const allow = [`good.org:${port}`, `127.0.0.1:${port}`];
      const script = `${getting(`http://good.org:${port}/`)}; echo; ${getting("http://evil.org/")}`;
      const told = run(script, { allow });
      expect(told).toMatchObject({ out: "host200\nevil.org is not allowed here403", refused: [{ host: "evil.org" }] });
    });
  });

  it("is no way for what does not use it, nor for another command of the session", async () => {
    await beside(`.listen(0, "127.0.0.1"`, async (port) => {
      const allow = [`good.org:${port}`, `127.0.0.1:${port}`];
      const other = `unset $(env | grep -i _proxy= | cut -d= -f1); ${asking(Number(port))}`;
      expect(run(other, { allow }).out).toBe("ECONNREFUSED\n");
      expect(run(`${getting(`http://good.org:${port}/`)}; env | grep -i _proxy`).out).toBe("000");
    });
  });

  it("is there for what is held, too", async () => {
    await beside(`.listen(0, "127.0.0.1"`, async (port) => {
      const held = started(
        hold(`${getting(`http://127.0.0.1:${port}/ --noproxy ''`)}; echo; echo up`, { allow: [`127.0.0.1:${port}`] }),
      );
      await until(() => isUp(held));
      expect(readFileSync(held.output, "utf8")).toMatch(/^host200\nup\n/);
    });
  });
});
