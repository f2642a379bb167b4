/** The question after an install did not get to a host. */
import { maskedText } from "@intentgate/documents";
import { listed, quoted } from "./doing.ts";
import { LONGEST_TEXT, type Question, warning } from "./question.ts";

export interface RefusedHosts {
  agent: string;
  intentId: string;
  command: string | null;
  hosts: readonly string[];
}

export function hostsQuestion({ agent, intentId, command, hosts }: RefusedHosts): Question {
  const ran = command === null ? "a command" : quoted(command, 100);
  const short = (text: string) => maskedText(text, LONGEST_TEXT);
  return {
    sentence: short(`${agent} ran ${ran}, and it asked for ${listed(hosts)}, which it may not reach.`),
    severity: 4,
    facts: hosts.slice(0, 20).map((host) => warning(short(`would reach ${host}`))),
    yes: short(`Commands that install under ${intentId} reach ${listed(hosts)} from now on.`),
    no: short(`They do not reach ${listed(hosts)}.`),
    why: "no rule lets an install reach this host (policy: containment.network)",
    waiting: { state: "went_on" },
    did: null,
  };
}
