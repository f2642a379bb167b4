/** Puts a relay together for one client: its session, its servers, and the gate between them. */
import type { RpcId, RpcMessage } from "@intentgate/json-rpc";
import { createHere } from "../gate/open-here.ts";
import { createOwnSessionGate, newOwnSession } from "../gate/own-session-gate.ts";
import { createGatedCalls } from "./gated-calls.ts";
import { createRelay, type Relay } from "./relay.ts";
import type { ServerSpec } from "./server-config.ts";
import { createServerLink, type ServerLink } from "./server-link.ts";
import { openUpstream } from "./upstream.ts";

export interface OpenRelayParts {
  root: string;
  servers: readonly ServerSpec[];
  toClient(message: RpcMessage, text: string | null, related: RpcId | null): void;
  complain(text: string): void;
}

export function openRelay({ root, servers, toClient, complain }: OpenRelayParts): Relay {
  const here = createHere(root, complain);
  const session = newOwnSession();
  const gate = createOwnSessionGate(here, session);
  const answerMs = () =>
    here.run(null, async ({ home }) => {
      const rules = home.rules();
      return (rules.ok ? rules.value.policy.approval.timeout_s : 1) * 1000;
    });

  const links = servers.map((spec): ServerLink => {
    const opened = openUpstream(
      { ...spec },
      {
        onMessage: (message, text) => relay.fromServer(link, message, text),
        onEnd(how) {
          if (link.isUp()) complain(`intentgate: the server ${spec.name} ${how}`);
          link.ended(how);
        },
        complain,
      },
    );
    const link = createServerLink({ ...spec }, opened);
    return link;
  });
  const relay = createRelay({ links, toClient, gate, gated: createGatedCalls(here, session), answerMs });
  return relay;
}
