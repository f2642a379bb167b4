/** A host at work in a story: its events in its own words, and what its tools do to the files in between. */
import { spawnSync } from "node:child_process";
import type { Call, GoldenHost, HostEvent } from "./host-payloads.ts";
import type { Ran, Stage } from "./stage.ts";

export interface HostSession {
  /** Any event; its title says what it is about. */
  send(title: string, sent: HostEvent): Promise<Ran>;
  take(intent: string): Promise<Ran>;
  /** Before only. */
  asksToWrite(path: string, text: string, id?: string): Promise<Ran>;
  /** After only. */
  saysItWrote(path: string, text: string, id?: string): Promise<Ran>;
  /** Before, the write itself where it was not refused, and after. */
  writes(path: string, text: string): Promise<void>;
  asksToRun(command: string, id?: string): Promise<Ran>;
  saysItRan(command: string, id?: string): Promise<Ran>;
  /** Before, the command itself where it was not refused, and after. */
  runs(command: string): Promise<void>;
  stops(): Promise<Ran>;
  call(id?: string): Call;
}

/** With a launcher, its events go to what `intentgate init` put into the host's settings. */
export function hostSession(
  stage: Stage,
  host: GoldenHost,
  session = "ses-ann",
  { agent, launcher }: { agent?: string; launcher?: string } = {},
): HostSession {
  let count = 0;
  const call = (id?: string): Call => {
    count += 1;
    const named = id ?? `${agent ?? session}-call-${count}`;
    return { repo: stage.repo, session, id: named, ...(agent === undefined ? {} : { agent }) };
  };
  const who = agent === undefined ? session : `${agent} of ${session}`;
  const send: HostSession["send"] = (title, { event, payload }) =>
    stage.fromHost(
      `${host.name} ${event}, ${who}: ${title}`,
      launcher === undefined ? ["hook", host.name, event] : ["--root", stage.repo, host.name, event],
      JSON.stringify(payload),
      launcher,
    );
  const asksToWrite = (one: Call, path: string, text: string) => send(`write ${path}`, host.write(one, path, text));
  const asksToRun = (one: Call, command: string) => send(`run ${command}`, host.shell(one, command));

  return {
    send,
    call,
    take: (intent) => send(`take ${intent}`, host.take(call(), intent)),
    asksToWrite: (path, text, id) => asksToWrite(call(id), path, text),
    saysItWrote: (path, text, id) => send(`wrote ${path}`, host.wrote(call(id), path, text)),
    async writes(path, text) {
      const one = call();
      if (isRefusal(await asksToWrite(one, path, text))) return;
      stage.put(path, text);
      await send(`wrote ${path}`, host.wrote(one, path, text));
    },
    asksToRun: (command, id) => asksToRun(call(id), command),
    saysItRan: (command, id) => send(`ran ${command}`, host.ran(call(id), command)),
    async runs(command) {
      const one = call();
      if (isRefusal(await asksToRun(one, command))) return;
      const { status } = spawnSync("/bin/sh", ["-c", command], { cwd: stage.repo, env: stage.env });
      await send(`ran ${command} (exit ${status})`, host.ran(one, command));
    },
    stops: () => send("the turn is over", host.stop(call())),
  };
}

function isRefusal({ code, out }: Ran): boolean {
  return code !== 0 || /"(permission|permissionDecision|decision)":"(deny|ask|block)"/.test(out);
}
