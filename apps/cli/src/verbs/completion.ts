/** A completion script for a shell, written from the verbs' own definitions. */
import { bashScript } from "../completion/bash.ts";
import { fishScript } from "../completion/fish.ts";
import { type CompletedVerb, completedVerb } from "../completion/words.ts";
import { zshScript } from "../completion/zsh.ts";
import type { Io } from "../io.ts";
import { refuseUsage } from "../refuse.ts";
import { type Args, exitCodes, type Verb } from "../verb.ts";
import { verbList } from "../verb-list.ts";

const shells: Record<string, (verbs: readonly CompletedVerb[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export const verb: Verb = {
  name: "completion",
  summary: "print a completion script for your shell",
  usage: ["bash | zsh | fish"],
  subverbs: Object.keys(shells),
  examples: [
    { run: "source <(intentgate completion bash)", does: "for this shell only" },
    { run: "intentgate completion fish > ~/.config/fish/completions/intentgate.fish", does: "for every fish to come" },
  ],
  notes: [
    "bash: put `source <(intentgate completion bash)` into ~/.bashrc.",
    "zsh: put `source <(intentgate completion zsh)` into ~/.zshrc, after compinit; or write the script to a file `_intentgate` in a folder of $fpath.",
    "fish: write the script to ~/.config/fish/completions/intentgate.fish.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [shell, ...more] = args.words;
  const write = shell !== undefined && Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (!write || more.length > 0)
    return refuseUsage(io, "completion", `name one shell: ${Object.keys(shells).join(", ")}`);
  const verbs = await Promise.all(verbList.map(async (listed) => completedVerb((await listed.load()).verb)));
  const script = write(verbs);
  if (io.json) io.printJson({ shell, script });
  else io.print(script.trimEnd());
  return exitCodes.done;
}
