/** The MCP servers that the editor gives to the agent. The agent starts them: of what they do the gate sees what it is asked. */
import { visibleText } from "@intentgate/documents";
import { isMap } from "./tool-call-parts.ts";

export interface GivenServers {
  /** Those that go to the agent. */
  servers: unknown[];
  /** What the person should know of them. */
  notice: string | null;
}

export function givenServers(given: unknown): GivenServers {
  const all = (Array.isArray(given) ? given : []).filter((one) => !isOurs(one));
  // Their calls would come back over this very wire, as messages to the editor.
  const servers = all.filter((one) => isMap(one) && one.type !== "acp");
  const left = all.length - servers.length;
  const said = [
    servers.length > 0 &&
      `The agent uses MCP servers that your editor gave it (${servers.map(nameOf).join(", ")}). The gate decides on their tools only where the agent asks before it calls them, and does not see what they change.`,
    left > 0 && `${left} of the MCP servers of your editor cannot be gated, and the agent does not get them.`,
  ].filter((one) => one !== false);
  return { servers, notice: said.length > 0 ? said.join(" ") : null };
}

/** By this name the gate knows its own tools. */
function isOurs(one: unknown): boolean {
  return isMap(one) && typeof one.name === "string" && one.name.toLowerCase() === "intentgate";
}

function nameOf(one: unknown): string {
  return isMap(one) && typeof one.name === "string" ? visibleText(one.name).slice(0, 60) : "one without a name";
}
