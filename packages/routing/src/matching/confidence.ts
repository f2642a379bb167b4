/** From evidence to a confidence between 0 and 1, and what is too little to say anything. */

/** What speaks for an entry. */
export interface Evidence {
  /** Weight of the prompt's words that were found. */
  mass: number;
  /** The share of the prompt that is explained, 0 to 1. */
  coverage: number;
  /** How fully the best phrase of the entry is said, 0 to 1. */
  phrase: number;
  /** How many different words were found that tell something. */
  things: number;
  /** `other`: something else is to be done; `words`: an explanation or code is wanted, and nothing is to be run. */
  action: "same" | "unsaid" | "other" | "words";
  /** As typed, strongest first. */
  matched: string[];
}

/** Below this nothing is suggested. */
export const THRESHOLD = 0.38;

export interface Weights {
  bias: number;
  mass: number;
  coverage: number;
  phrase: number;
  things: number;
  action: Record<Evidence["action"], number>;
}

/** Fitted once to the labelled prompts for building, by logistic regression, and rounded; `npm run score:routing` judges. */
export const abilityWeights: Weights = {
  bias: -6.9,
  mass: 2.6,
  coverage: 2.2,
  phrase: 3.8,
  things: 2,
  action: { same: 0.8, unsaid: 0, other: -1.1, words: -2.7 },
};

/** Documents are read and not run: what is to be done says nothing, and their topic says little. */
export const documentWeights: Weights = {
  bias: -7.2,
  mass: 3.4,
  coverage: 3.6,
  phrase: 0.9,
  things: 2.2,
  action: { same: 0, unsaid: 0, other: 0, words: 0 },
};

const MANY_THINGS = 3;

export function confidenceOf({ mass, coverage, phrase, things, action }: Evidence, weights: Weights): number {
  const logit =
    weights.bias +
    weights.mass * Math.log1p(mass) +
    weights.coverage * coverage +
    weights.phrase * phrase +
    weights.things * (Math.min(things, MANY_THINGS) / MANY_THINGS) +
    weights.action[action];
  return 1 / (1 + Math.exp(-logit));
}
