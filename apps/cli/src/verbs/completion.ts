/** A completion script for a shell, written from the verbs' own definitions. */
import { refuseUsage } from "../command/refuse.ts";
import { type Args, type ListedVerb, tell, type Verb } from "../command/verb.ts";
import {
  bashScript,
  type CompletedVerb,
  completedVerb,
  fishScript,
  zshScript,
} from "../completion/completion-scripts.ts";
import type { Io } from "../terminal/io.ts";

const shells: Record<string, (verbs: readonly CompletedVerb[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function completionVerb(all: readonly ListedVerb[]): Verb {
  return {
    name: "completion",
    usage: ["bash | zsh | fish"],
    subverbs: Object.keys(shells),
    examples: {
      "source <(intentgate completion bash)": "for this shell only",
      "intentgate completion fish > ~/.config/fish/completions/intentgate.fish": "for every fish to come",
    },
    notes: [
      "bash: put `source <(intentgate completion bash)` into ~/.bashrc.",
      "zsh: put `source <(intentgate completion zsh)` into ~/.zshrc, after compinit; or write the script to a file `_intentgate` in a folder of $fpath.",
      "fish: write the script to ~/.config/fish/completions/intentgate.fish.",
    ],
    run: (args, io) => run(args, io, all),
  };
}

async function run(args: Args, io: Io, all: readonly ListedVerb[]): Promise<number> {
  const [shell, ...more] = args.words;
  const write = shell !== undefined && Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (!write || more.length > 0)
    return refuseUsage(io, "completion", `name one shell: ${Object.keys(shells).join(", ")}`);
  const verbs = await Promise.all(all.map(async (listed) => completedVerb((await listed.load()).verb, listed.summary)));
  const script = write(verbs);
  return tell(io, { shell, script }, script.trimEnd());
}
