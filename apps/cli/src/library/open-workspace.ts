/** The workspace of our own apps, seen through the small window that programs are promised. */

import { formatProblem } from "@intentgate/documents";
import type { Session } from "@intentgate/engine";
import {
  contextOf,
  type DescribeCall,
  openWorkspace as openWhole,
  type Workspace as WholeWorkspace,
} from "@intentgate/gate";
import {
  createEffectsOf,
  type DeclaredTool,
  intentDigest,
  isOpen,
  renderOpenIntents,
  toolRow,
} from "@intentgate/policy";
import { lineageOf, recordedHostsAt, stateDir } from "@intentgate/sidecar";
import { findProgram } from "../program/app-folder.ts";
import { askingThrough } from "./ask-person.ts";
import type { DecideRequest, Workspace, WorkspaceOptions } from "./workspace.ts";

/** Opens folders that `intentgate init` has put under the gate; in others every change is refused. */
export function openWorkspace(folders: string | readonly string[], options: WorkspaceOptions = {}): Workspace {
  const now = () => new Date();
  const state = options.stateDir ?? stateDir();
  const { askPerson, defaultMode, onNotice } = options;
  const maySpeak =
    askPerson !== undefined && [folders].flat().every((one) => recordedHostsAt(one, state).above(process.pid) === null);
  const program = findProgram();
  const whole = openWhole(folders, {
    stateDir: state,
    now,
    terminal: maySpeak ? askingThrough(askPerson, now) : null,
    ...(defaultMode ? { defaultMode } : {}),
    ...(onNotice ? { onNotice } : {}),
    ...(program === null ? {} : { program }),
  });
  // A hook of the program's that happens to be called `scope` must not switch the gate's own off.
  whole.engine.sealHooks();
  return {
    roots: whole.roots.map(({ root }) => root),
    engine: whole.engine,
    tools: whole.tools.definitions,
    callTool: (request) => whole.run({ ...request, ...asNative }),
    callThrough(request) {
      const once = { ...request };
      return whole.run({ ...once, execute: (context) => request.execute(context), describe: describing(once) });
    },
    decide(request) {
      const once = { ...request };
      return whole.decide({ ...once, describe: isObject(once.input) ? describing(once) : undefined });
    },
    beforeAndAfter: {
      async before(call, askApproval) {
        const { isRepeated: _, ...result } = await whole.before(call, askApproval);
        return result;
      },
      after: (call, outcome) => whole.after(call, outcome),
    },
    intentContext: (session) => intentContext(whole, session),
    onPhase: (listen) => whole.onPhase(listen),
    // Nothing of the system is held between calls; a program that says when it is done need not know that.
    close: () => undefined,
  };
}

/** Whatever else a caller without types puts into a request, a native call is described and run by the gate. */
const asNative = { describe: undefined, execute: undefined, toolCallPath: undefined };

const effects: readonly DeclaredTool["effect"][] = ["read", "write", "delete", "run", "network"];

/**
 * A name that the gate knows means what it always means, and a person's word in the policy goes before the program's. A
 * program that says it changes what the gate knows as reading is taken at its word, under a name that nobody knows.
 */
function describing({ tool, input, cwd, declared }: DecideRequest): DescribeCall {
  if (declared === undefined) return () => null;
  return (parts) => {
    if (!effects.includes(declared.effect)) throw new TypeError(`declared.effect must be one of ${effects.join(", ")}`);
    const { tools } = parts.policy();
    if (Object.hasOwn(tools, tool)) return null;
    const here = cwd ?? parts.root ?? null;
    const known = toolRow(tool) === undefined ? null : createEffectsOf(parts)(tool, input, here);
    if (known !== null && (known.effects.mutates || declared.effect === "read")) return known;
    const name = known === null ? tool : `program.${tool}`;
    const declaredTools = new Map<string, DeclaredTool>([...Object.entries(tools), [name, declared]]);
    const policy = () => ({ ...parts.policy(), tools: Object.fromEntries(declaredTools) });
    return createEffectsOf({ ...parts, policy })(name, input, here);
  };
}

function isObject(input: unknown): input is object {
  return typeof input === "object" && input !== null;
}

/** What a model should know of intents before its turn. */
function intentContext({ home, lessons }: WholeWorkspace, session: Session): string {
  const rules = home.rules();
  if (!rules.ok) {
    const problems = rules.problems.map(formatProblem).join("\n");
    return `The intents cannot be read, so nothing may be changed until a person has mended this:\n${problems}`;
  }
  const taken = lineageOf(home, session).intent;
  const intent = taken === null ? undefined : rules.value.intents.get(taken.id);
  if (intent && isOpen(intent) && taken?.digest === intentDigest(intent)) return contextOf(home, intent, lessons);
  return `${renderOpenIntents(rules.value.intents.values())}\nBefore you change anything, call select_active_intent with the id of one of them.`;
}
