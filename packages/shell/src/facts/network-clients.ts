/** Programs that carry something out of this machine or bring it in, where their words do not keep them on it. */
import { isLoopback } from "./goes-on.ts";
import { FETCHES, SENDS, startedBy } from "./needs-of-command.ts";

const clients = new Set("curl wget nc ncat netcat socat http https xh aria2c".split(" "));
const sending =
  /^(?:-[A-Za-z#]*[dFT]|--(?:data|json|form|upload|post|body|method|request|url-query)|-X|(?:POST|PUT|PATCH|DELETE)$)/;
const addressed = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Of a command that is not understood, and so is not known to only look at what is named; null where none of it reaches out. */
export function clientNeed(ran: readonly string[]): string | null {
  const needs = ran.flatMap((line) => {
    const { program, rest } = startedBy(line);
    const words = rest.map((word) => word.replace(/^["']+|["']+$/g, ""));
    if (!clients.has(program) || staysHere(program, words)) return [];
    // Without options it sends what it reads.
    const isSending = words.some((word) => sending.test(word)) || /^(?:nc|ncat|netcat|socat)$/.test(program);
    return [isSending ? SENDS : FETCHES];
  });
  return needs.find((need) => need === SENDS) ?? needs[0] ?? null;
}

function staysHere(program: string, words: readonly string[]): boolean {
  const targets = words.filter((word) => addressed.test(word) || isLoopback(word));
  const listens = /^(?:nc|ncat|netcat)$/.test(program) && words.some((word) => /^-[a-z]*l/.test(word));
  return listens || words.length === 0 || (targets.length > 0 && targets.every(isLoopback));
}
