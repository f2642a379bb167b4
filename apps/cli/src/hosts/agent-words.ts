/** The answer about one agent, in words and as data: the same for the doctor, the status, `init`, the page and the editor. */
import type { Gated } from "@intentgate/hosts";
import type { Io } from "../terminal/io.ts";

export function agentWords({ host, version, answer }: Gated): string {
  return `${host.title}${version === null ? "" : ` ${version}`}: ${answer}`;
}

/** The last words of whoever has set agents up. */
export function tellAgents(agents: readonly Gated[], io: Io): void {
  const { bold, dim, red } = io.color;
  if (agents.length > 0) io.print("");
  for (const agent of agents) {
    if (agent.answer !== "NOT GATED HERE") {
      io.print(`  ${agentWords(agent)}`);
      continue;
    }
    const [{ why, remedy }] = agent.reasons;
    io.print(`  ${red(bold(agentWords(agent)))}`);
    io.print(`    ${why}`);
    io.print(`    ${dim(remedy)}`);
  }
  if (agents.some(({ answer }) => answer !== "proved live"))
    io.print(dim("  `intentgate doctor --live` starts them once each and proves that a call is refused."));
}

export function agentData(agent: Gated) {
  const { host, version, isSetUp, answer } = agent;
  return {
    ...{ host: host.name, title: host.title, version, set_up: isSetUp, answer },
    reasons:
      agent.answer === "NOT GATED HERE"
        ? agent.reasons.map(({ where, why, remedy }) => ({ file: where, why, remedy }))
        : [],
    proved_at: agent.answer === "proved live" ? agent.at : null,
  };
}
