/** All subcommands of git that are known. */
import { branchCommands } from "./branches.ts";
import { combiningCommands } from "./combining.ts";
import { fileToolCommands } from "./file-tools.ts";
import type { GitCommand } from "./git-command.ts";
import { patchCommands } from "./patches-and-plumbing.ts";
import { readingCommands } from "./reading.ts";
import { workingTreeCommands } from "./working-tree.ts";

export const gitCommands: readonly GitCommand[] = [
  ...readingCommands,
  ...workingTreeCommands,
  ...branchCommands,
  ...combiningCommands,
  ...patchCommands,
  ...fileToolCommands,
];
