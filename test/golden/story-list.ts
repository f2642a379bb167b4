/** Every story of the golden run. */
import type { Story } from "./play-story.ts";
import { agents } from "./stories/agents.ts";
import { doors } from "./stories/doors.ts";
import { files } from "./stories/files.ts";
import { handshakes } from "./stories/handshakes.ts";
import { hooks } from "./stories/hooks.ts";
import { library } from "./stories/library.ts";
import { overlaps } from "./stories/overlaps.ts";
import { people } from "./stories/people.ts";
import { sessions } from "./stories/sessions.ts";
import { shell } from "./stories/shell.ts";
import { surroundings } from "./stories/surroundings.ts";

export const stories: readonly Story[] = [
  ...handshakes,
  ...files,
  ...shell,
  ...people,
  ...sessions,
  ...hooks,
  ...library,
  ...doors,
  ...surroundings,
  ...agents,
  ...overlaps,
];
