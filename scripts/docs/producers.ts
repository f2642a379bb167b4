/** Everything that makes a part of the documents. A new one is one file and one line here. */
import { cliPage } from "./pages/cli-page.ts";
import { eventHookPage } from "./pages/event-hook-page.ts";
import { libraryPage } from "./pages/library-page.ts";
import { policyPage } from "./pages/policy-page.ts";
import { toolsPage } from "./pages/tools-page.ts";
import type { Produce } from "./produce.ts";
import { agentScene } from "./scenes/agent.ts";
import { approvalsScene } from "./scenes/approvals.ts";
import { collisionScene } from "./scenes/collision.ts";
import { eventHooksScene } from "./scenes/event-hooks.ts";
import { filesScene } from "./scenes/files.ts";
import { handshakeScene } from "./scenes/handshake.ts";
import { libraryScene } from "./scenes/library.ts";
import { problemsScene } from "./scenes/problems.ts";
import { readmeScene } from "./scenes/readme.ts";
import { rooCodeScene } from "./scenes/roo-code.ts";
import { routingScene } from "./scenes/routing.ts";
import { scopeAndLockScene } from "./scenes/scope-and-lock.ts";
import { teamsScene } from "./scenes/teams.ts";

export const producers: readonly Produce[] = [
  readmeScene,
  handshakeScene,
  scopeAndLockScene,
  collisionScene,
  approvalsScene,
  agentScene,
  libraryScene,
  rooCodeScene,
  eventHooksScene,
  routingScene,
  teamsScene,
  filesScene,
  problemsScene,
  policyPage,
  eventHookPage,
  cliPage,
  toolsPage,
  libraryPage,
];
