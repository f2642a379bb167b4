/** The demo's story as the reference agent plays it, and somebody who answers where no person is there to. */
import { renderApproval, toAnswer } from "@intentgate/gate";
import { alone, ending } from "../demo/story.ts";
import type { Io } from "../terminal/io.ts";
import type { Ask } from "./agent-program.ts";

const steps = [...alone, ...ending];

/** One call an answer, in the words of the story. */
export const demoTurns = steps.map(({ says, tool, input }) => ({ say: says, calls: [{ tool, input }] }));

/** Only ever for the demo's own project. */
export function answerAsDemo(io: Io): Ask {
  return async (approval) => {
    if (!io.json) io.print(renderApproval(approval, io.color).replace(/^(?=.)/gm, "    "));
    const { command } = approval.shown;
    const asked = steps.find(({ input, person }) => person !== null && command !== null && input.command === command);
    const { answer, reason } = asked?.person ?? { answer: "once", reason: "" };
    return toAnswer(answer, "the demo, for you", new Date().toISOString(), reason);
  };
}
