/** The question about a call, from all that is known of it. */
import { maskedText } from "@intentgate/documents";
import type { AskedCall } from "./asked-call.ts";
import { consequencesOf } from "./consequences.ts";
import { factsOf, stepFacts } from "./facts.ts";
import { LONGEST_TEXT, type Question, type Waiting } from "./question.ts";
import { sentenceOf } from "./sentence.ts";
import { severityOf } from "./severity.ts";
import { whyAsked } from "./why-asked.ts";

export function makeQuestion(asked: AskedCall, waiting: Waiting): Question {
  const { yes, no } = consequencesOf(asked);
  const short = (text: string) => maskedText(text, LONGEST_TEXT);
  return {
    sentence: short(sentenceOf(asked)),
    severity: severityOf(asked),
    facts: [...stepFacts(asked), ...factsOf(asked)],
    yes: short(yes),
    no: short(no),
    why: short(whyAsked(asked)),
    waiting,
    did: null,
  };
}
