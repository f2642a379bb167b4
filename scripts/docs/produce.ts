import type { Blocks } from "./generated-blocks.ts";
import { openStage, type Stage } from "./stage.ts";

export interface Made {
  blocks: Blocks;
  /** Path from the repository's root → text, for files that are generated as a whole. */
  files?: Record<string, string>;
}

export interface Places {
  /** The repository that the documents belong to. */
  root: string;
  /** The command line program, in a place where no build changes it while it is shown. */
  program: string;
}

export type Produce = (places: Places) => Promise<Made>;

/** A producer that plays on a stage of its own. */
export function onStage(play: (stage: Stage) => Blocks, files?: Record<string, string>): Produce {
  return async ({ program }) => {
    const stage = openStage(program, files);
    try {
      return { blocks: play(stage) };
    } finally {
      stage.clear();
    }
  };
}
