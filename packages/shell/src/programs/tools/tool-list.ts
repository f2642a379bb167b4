/** All tools with subcommands. */
import type { Program } from "../../uses/program.ts";
import { cloudPrograms } from "./clouds.ts";
import { containerPrograms } from "./containers.ts";
import { github } from "./github.ts";
import { networkSettings } from "./ip.ts";
import { macPrograms } from "./mac.ts";
import { packagePrograms } from "./packages.ts";
import { systemPrograms } from "./system.ts";
import { tool } from "./tool.ts";

/**
 * Compilers, runners and clients of which nothing is known but that they tell their version. Not here are those that first
 * start what the project holds or names: a local copy of themselves, plugins, a toolchain, a virtual machine's options.
 */
const knownByVersion: readonly Program[] = [
  tool({ names: "npx gcc clang make gmake tsc", tells: "-v", shows: [] }),
  tool({ names: "deno", tells: "-V", shows: [] }),
  tool({ names: "java javac", tells: "-version", shows: [] }),
  tool({
    names: `g++ cc cmake ninja mypy kotlinc ghc julia R Rscript packer heroku psql mysql redis-cli mongosh mongo ssh scp sftp gpg
      vim vi nano emacs code screen conda pyenv nvm rbenv pre-commit esbuild`,
    shows: [],
  }),
];

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
