/** Addresses to which a key would go: only encrypted, or on this machine. */
import { type Checked, type Problem, problem } from "@intentgate/documents";

export function checkAddress(given: string, withKey: boolean, form: string): Checked<string> {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    return refused(problem("BAD_INPUT", `"${given}" is no http address`, form));
  }
  if (url.username !== "" || url.password !== "") {
    const remedy = "Leave name and password out of it: keys come from the environment.";
    return refused(problem("BAD_INPUT", `the address of ${url.host} holds a password`, remedy));
  }
  if (withKey && url.protocol === "http:" && !isLoopback(url.hostname)) {
    const remedy = "Use https, or an address on this machine.";
    return refused(problem("NOT_ALLOWED", `the key would be sent to ${url.host} unencrypted`, remedy));
  }
  return { ok: true, value: given.replace(/\/$/, "") };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function refused(one: Problem): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [one] };
}
