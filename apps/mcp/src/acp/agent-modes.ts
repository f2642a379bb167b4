/** Keeps the agent of each session in a mode in which it asks, and knows when it is not in one. */
import type { RpcParams, RpcResponse } from "@intentgate/json-rpc";
import { type Dial, dialsOf, isAsking, optionIdsOf, shownOf } from "./modes.ts";
import { isMap } from "./tool-call-parts.ts";

export interface AgentModesParts {
  askAgent(method: string, params: RpcParams): Promise<RpcResponse>;
  /** Ends what the agent is doing in this session. */
  cancel(sessionId: string): void;
  say(sessionId: string, text: string): void;
  complain(text: string): void;
}

export type Kept =
  | {
      ok: true /** What the editor is to see. */;
      shown: RpcParams /** False: no mode is known to ask. */;
      canAsk: boolean;
    }
  | { ok: false; problem: string };

export interface AgentModes {
  /** Of a session that the agent has opened: it is brought into its asking mode. */
  opened(sessionId: string, result: RpcParams): Promise<Kept>;
  /** The agent tells of a session, in an update or in an answer; null for history. Gives back what the editor is to see. */
  heard(sessionId: string | null, update: RpcParams): RpcParams;
  /** Why the editor may not choose this; null where it may. */
  refusedChoice(method: string, params: RpcParams): string | null;
  /** Why no prompt may go to the agent now, after one more try to bring it back. */
  notAsking(sessionId: string): Promise<string | null>;
}

interface Watched extends Omit<Dial, "current"> {
  isAsking: boolean;
  /** How often the agent has left; an answer to what it was told before says nothing of what it did since. */
  left: number;
  returning: Promise<string | null> | null;
}

interface Watching {
  dials: Map<string | null, Watched>;
  options: Set<string>;
}

const TRIES = 3;

export function createAgentModes({ askAgent, cancel, say, complain }: AgentModesParts): AgentModes {
  const sessions = new Map<string, Watching>();

  /** Why it is not where it should be; null where it is. */
  function bringBack(sessionId: string, dial: Watched): Promise<string | null> {
    dial.returning ??= tellAgent(sessionId, dial).finally(() => {
      dial.returning = null;
    });
    return dial.returning;
  }

  async function tellAgent(sessionId: string, dial: Watched): Promise<string | null> {
    const { configId, wanted } = dial;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = dial.left;
      const answer =
        configId === null
          ? await askAgent("session/set_mode", { sessionId, modeId: wanted })
          : await askAgent("session/set_config_option", { sessionId, configId, value: wanted });
      if ("error" in answer) return `it answers: ${answer.error.message}`;
      const still = dialsOf(isMap(answer.result) ? answer.result : {}).find((one) => one.configId === configId);
      if (still && !isAsking(still.current)) return `it stays in ${nameOf(still.current)}`;
      if (dial.left === before) {
        dial.isAsking = true;
        return null;
      }
    }
    return "it leaves it again and again";
  }

  function watched({ configId, current, wanted }: Dial): Watched {
    const isFine = isAsking(current);
    return {
      configId,
      wanted: wanted ?? (isFine ? String(current) : null),
      isAsking: isFine,
      left: 0,
      returning: null,
    };
  }

  function moved(sessionId: string, dial: Watched, to: unknown): void {
    if (isAsking(to)) {
      dial.isAsking = true;
      return;
    }
    dial.left += 1;
    const was = dial.isAsking;
    dial.isAsking = false;
    if (!was) return; // it is being brought back, or has been found not to come
    say(sessionId, `the agent left the mode in which it asks, for ${nameOf(to)}; it is sent back to ${dial.wanted}.`);
    bringBack(sessionId, dial)
      .then((problem) => {
        if (problem === null) return;
        say(sessionId, `the agent did not go back to ${dial.wanted} (${problem}): it is stopped.`);
        complain(`intentgate: the agent does not stay in the mode in which it asks: ${problem}`);
        cancel(sessionId);
      })
      .catch((error: unknown) => complain(`intentgate: ${String(error)}`));
  }

  function heardDials(sessionId: string, found: readonly Dial[], watching: Watching): void {
    for (const dial of found) {
      const known = watching.dials.get(dial.configId);
      if (known) known.wanted = dial.wanted ?? known.wanted;
      // Where it has never been seen before, it is taken to have asked until now, so that a word is said.
      const here = known ?? { ...watched(dial), isAsking: dial.wanted !== null };
      watching.dials.set(dial.configId, here);
      moved(sessionId, here, dial.current);
    }
  }

  return {
    async opened(sessionId, result) {
      const found = dialsOf(result).map(watched);
      const dials = new Map(found.map((dial) => [dial.configId, dial]));
      sessions.set(sessionId, { dials, options: new Set(optionIdsOf(result.configOptions)) });
      for (const dial of found) {
        const problem = dial.wanted === null || dial.isAsking ? null : await bringBack(sessionId, dial);
        if (problem !== null)
          return { ok: false, problem: `the agent does not go into the mode in which it asks: ${problem}` };
      }
      return { ok: true, shown: shownOf(result), canAsk: found.some(({ wanted }) => wanted !== null) };
    },

    heard(sessionId, update) {
      const watching = sessionId === null ? undefined : sessions.get(sessionId);
      const { sessionUpdate, configOptions, currentModeId } = update;
      if (sessionId !== null && watching) {
        for (const id of optionIdsOf(configOptions)) watching.options.add(id);
        heardDials(sessionId, dialsOf({ configOptions }), watching);
        const modes = watching.dials.get(null);
        if (modes && sessionUpdate === "current_mode_update") {
          moved(sessionId, modes, currentModeId);
          if (!isAsking(currentModeId) && modes.wanted !== null) return { ...update, currentModeId: modes.wanted };
        }
      }
      return Array.isArray(configOptions) ? shownOf({ ...update }) : update;
    },

    refusedChoice(method, params) {
      const watching = sessions.get(String(params.sessionId));
      if (!watching) return "the session is not known to the gate";
      const isOption = method === "session/set_config_option";
      if (isOption && !watching.options.has(String(params.configId))) return "the agent has shown no such option";
      if (isOption && !watching.dials.has(String(params.configId))) return null;
      const chosen = isOption ? params.value : params.modeId;
      if (isAsking(chosen)) return null;
      return `behind the gate the agent stays in a mode in which it asks; ${nameOf(chosen)} is not known to be one`;
    },

    async notAsking(sessionId) {
      for (const dial of sessions.get(sessionId)?.dials.values() ?? []) {
        if (dial.isAsking || dial.wanted === null) continue;
        const problem = await bringBack(sessionId, dial);
        if (problem !== null)
          return `the agent is not in the mode in which it asks (${dial.wanted}): ${problem}. No prompt goes to it until it is.`;
      }
      return null;
    },
  };
}

function nameOf(mode: unknown): string {
  return isMap(mode) ? "something" : String(JSON.stringify(mode)).slice(0, 80);
}
