/** A session by the name of its agent: ids are for machines. */
import type { SessionCard } from "../../api/now.ts";
import { hostName, sessionName } from "./words.ts";

/** Where two sessions are of one host, the start of the id tells them apart. */
export function nameAmong(id: string, sessions: readonly Pick<SessionCard, "id" | "host">[]): string {
  const own = sessions.find((session) => session.id === id);
  if (!own?.host) return sessionName(id);
  const alike = sessions.filter((session) => session.host === own.host);
  return alike.length > 1 ? `${hostName(own.host)} ${id.slice(0, 4)}` : hostName(own.host);
}
