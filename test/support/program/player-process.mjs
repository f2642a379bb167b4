/**
 * Plays runs of the built program, one after the other: loading it takes thirty times as long as what most runs do.
 * Each run has its own arguments, environment, folder, input and outputs, and is over when nothing is left to do, as
 * for a process of its own.
 */
import { Readable, Writable } from "node:stream";

const [entry, binary] = process.argv.slice(2);
const answer = process.send.bind(process);
const end = process.exit.bind(process);
const ownListeners = ["exit", "SIGINT", "SIGTERM", "SIGHUP", "uncaughtException", "unhandledRejection"];
let runs = 0;
let bug = null;

process.on("disconnect", () => end());
process.on("uncaughtException", (error) => {
  bug ??= error;
});
process.on("message", async (asked) => answer(await play(asked)));

async function play({ words, cwd, env, input }) {
  const heard = new Map(ownListeners.map((name) => [name, process.rawListeners(name)]));
  const [out, err] = [collected(), collected()];
  become({ cwd, env, words });
  stand("stdin", Readable.from(input === "" ? [] : [Buffer.from(input)]));
  stand("stdout", out.stream);
  stand("stderr", err.stream);
  process.exit = (code) => {
    answer({ unplayable: `it ends its process (${code})` });
    end();
  };
  bug = null;
  process.exitCode = undefined;
  const idle = await working();
  await import(`${entry}?run=${++runs}`);
  await over(idle);
  const code = bug === null ? process.exitCode : 1;
  for (const last of added("exit", heard)) last.call(process, code);
  for (const name of ownListeners) for (const listener of added(name, heard)) process.off(name, listener);
  const played = { code: process.exitCode ?? code, out: out.text(), err: `${err.text()}${bug?.stack ?? ""}` };
  process.exitCode = undefined;
  process.chdir("/");
  return played;
}

function become({ cwd, env, words }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, binary, ...words];
}

function stand(name, stream) {
  Object.defineProperty(process, name, { configurable: true, value: stream });
}

function collected() {
  const parts = [];
  const write = (part, _encoding, done) => {
    parts.push(part);
    done();
  };
  return { stream: new Writable({ write }), text: () => Buffer.concat(parts).toString("utf8") };
}

function added(name, heard) {
  return process.rawListeners(name).filter((listener) => !heard.get(name).includes(listener));
}

/** How many things keep this process alive; nothing of a run is left when it is as many as before it. */
async function working() {
  await new Promise((resolve) => setImmediate(resolve));
  return process.getActiveResourcesInfo().length;
}

/** The program names its exit code last; what it left running ends after that. */
async function over(idle) {
  for (let still = 0; still < 2 && bug === null; ) {
    const isLast = (await working()) <= idle && process.exitCode !== undefined;
    still = isLast ? still + 1 : 0;
  }
}
