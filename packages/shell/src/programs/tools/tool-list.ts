/** All tools with subcommands. */
import type { Program } from "../../uses/program.ts";
import { cloudPrograms } from "./clouds.ts";
import { containerPrograms } from "./containers.ts";
import { github } from "./github.ts";
import { networkSettings } from "./ip.ts";
import { knownByVersion } from "./known-by-version.ts";
import { macPrograms } from "./mac.ts";
import { packagePrograms } from "./packages.ts";
import { systemPrograms } from "./system.ts";

export const toolPrograms: readonly Program[] = [
  ...packagePrograms,
  ...containerPrograms,
  ...cloudPrograms,
  github,
  ...systemPrograms,
  ...networkSettings,
  ...macPrograms,
  ...knownByVersion,
];
