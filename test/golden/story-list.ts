/** Every story of the golden run. */
import type { Story } from "./play-story.ts";
import { handshakes } from "./stories/handshakes.ts";

export const stories: readonly Story[] = [...handshakes];
