/** Our MCP server for the agent, in this very process: what it takes is taken for the agent's session and no other. */
import { randomBytes } from "node:crypto";
import type { Session } from "@intentgate/engine";
import type { AskInTerminal } from "@intentgate/gate";
import type { Gate } from "../gate/gate.ts";
import type { Here } from "../gate/open-here.ts";
import { createOwnSessionGate } from "../gate/own-session-gate.ts";
import type { HttpSessions } from "../http/http-sessions.ts";
import { serveOnHttp } from "../http/serve-http.ts";
import { createGateSessions } from "../server/serve-clients.ts";

export interface IntentServer {
  /** An entry for the agent's list of servers, and the way to say for whom it is as soon as that is known. */
  entry(): Promise<{ server: object; belongsTo(session: Session, ask: AskInTerminal): void }>;
  end(): void;
}

const HEADER = "x-intentgate-session";

export function createIntentServer(here: Here, complain: (text: string) => void): IntentServer {
  const byKey = new Map<string, HttpSessions>();
  let address: Promise<{ url: string; token: string }> | undefined;
  let end = () => {};
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });

  function listen(): Promise<{ url: string; token: string }> {
    return new Promise((resolve, reject) => {
      const sessions: HttpSessions = {
        async answer(request) {
          const found = byKey.get(request.headers.get(HEADER) ?? "");
          return found ? found.answer(request) : new Response("Whose session?\n", { status: 403 });
        },
        async end() {
          for (const one of byKey.values()) await one.end();
        },
      };
      serveOnHttp({ port: 0, sessions, until, tell: resolve, complain }).catch(reject);
    });
  }

  return {
    end: () => end(),
    async entry() {
      address ??= listen();
      const { url, token } = await address;
      const key = randomBytes(24).toString("base64url");
      let belongsTo: (session: Session, ask: AskInTerminal) => void = () => undefined;
      // The agent connects before it has told us the id of its session; it calls no tool before.
      const gate = new Promise<Gate>((resolve) => {
        // The client of this server is the agent: asked is the person at the editor.
        belongsTo = (session, ask) => resolve(createOwnSessionGate(here, session, async () => ask));
      });
      byKey.set(
        key,
        createGateSessions(() => gate, complain),
      );
      const headers = [
        { name: "Authorization", value: `Bearer ${token}` },
        { name: HEADER, value: key },
      ];
      return { server: { type: "http", name: "intentgate", url, headers }, belongsTo };
    },
  };
}
