/** Runs as another user: commands in the network of a session, held and not, and what looks after them. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  endHolder,
  ensureHolder,
  forwardPort,
  heldFolders,
  listHeld,
  markOf,
  newHeldId,
  parseAllowedHost,
  prepareRun,
  startHeld,
  startProxy,
  stopHeld,
  superviseHeld,
} from "@intentgate/box";
import { createScope } from "@intentgate/policy";

export interface NetworkOrder {
  do: "run" | "hold" | "list" | "stop" | "end" | "holder" | "forward";
  root: string;
  state: string;
  session: string;
  script: string;
  scope: string[];
  /** Hosts; a run with some is led through the proxy. */
  allow: string[];
  /** The host of the session. */
  owner: number | null;
  id: string;
  port: number;
}

const isControl = (path: string) => /(^|\/)(\.claude|\.orchestration|\.git|\.mcp\.json)(\/|$)/i.test(path);

if (process.argv[2] === "supervise") await superviseHeld(() => isControl);
else process.stdout.write(JSON.stringify((await carryOut(JSON.parse(readFileSync(0, "utf8")))) ?? null));

async function carryOut(order: NetworkOrder): Promise<unknown> {
  const { state, session } = order;
  if (order.do === "list") return listHeld(state);
  if (order.do === "stop") return stop(order);
  if (order.do === "end") return endHolder(state, session);
  const owner = order.owner === null ? null : markOf(order.owner);
  const made = await ensureHolder({ state, session, owner, pauseSeconds: 0.1 });
  if (order.do === "holder" || !made.can) return made;
  if (order.do === "forward") return forward(order, made.holder.pid);
  return order.do === "run" ? run(order, made.holder.pid) : hold(order);
}

async function run({ root, state, script, allow }: NetworkOrder, holder: number): Promise<unknown> {
  const isProxied = allow.length > 0;
  const prepared = prepareRun(["bash", "-c", script], {
    kind: "rehearsed",
    network: isProxied ? { kind: "proxied", holder, node: process.execPath } : { kind: "session", holder },
    root,
    cwd: root,
    state: join(state, "root"),
    hidden: [state],
    env: process.env,
    caches: [],
    movable: [],
    movesTree: false,
  });
  const allowed = allow.flatMap((text) => parseAllowedHost(text) ?? []);
  const resolve = async () => ["127.0.0.1"];
  const proxy = isProxied ? await startProxy({ folder: prepared.inside, allowed, resolve }) : null;
  const [program, ...words] = prepared.words;
  const child = spawn(program, words, { env: prepared.env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (bytes) => (out += bytes));
  child.stderr.on("data", (bytes) => (err += bytes));
  const code = await new Promise<number>((ended) => child.on("close", (number) => ended(number ?? 128)));
  const { ended } = prepared.finish(code);
  prepared.discard();
  await proxy?.close();
  return { ended, out, err, refused: proxy?.refused() ?? [] };
}

async function hold({ root, state, session, script, scope, allow }: NetworkOrder): Promise<unknown> {
  const covering = createScope(scope, { ignoreCase: false });
  const folders = heldFolders(root, { ...covering, isControl });
  if (!folders.can) return { began: false, why: folders.why };
  const id = newHeldId();
  const order = {
    ...{ id, session, root, cwd: root, shown: script, command: ["bash", "-c", script], folders, allow },
    ...{ state: join(state, "root"), states: state, hidden: [state], output: join(state, `${id}.log`) },
  };
  return startHeld(order, { supervisor: [process.execPath, process.argv[1] ?? "", "supervise"], env: process.env });
}

function stop({ state, id }: NetworkOrder): boolean {
  const held = listHeld(state).find((one) => one.id === id);
  if (held) stopHeld(held);
  return held !== undefined;
}

/** Until its input ends. */
async function forward({ port }: NetworkOrder, holder: number): Promise<unknown> {
  const answer = await forwardPort(holder, port, 0);
  if (!answer.can) return answer;
  process.stdout.write(`${answer.forward.port}\n`);
  await answer.forward.ended;
  return null;
}
