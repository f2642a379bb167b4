/** Brings words of one idea together, across two languages: `Datenbank`, `database` and `db` have one key. */
import { stemEnglish } from "./stem-english.ts";
import { stemGerman } from "./stem-german.ts";
import { actions, commonActions } from "./vocabulary-actions.ts";
import { things } from "./vocabulary-things.ts";

export interface Idea {
  key: string;
  kind: "thing" | "action" | "common action";
}

const byWord = new Map<string, Idea[]>();
const byStem = new Map<string, Idea[]>();

function learn(text: string, kind: Idea["kind"]): void {
  for (const group of text.trim().split("\n")) {
    const words = group.split(" ");
    const idea = { key: `${kind === "thing" ? "is" : "do"}:${words[0]}`, kind };
    for (const word of words) {
      put(byWord, word, idea);
      put(byStem, `e:${stemEnglish(word)}`, idea);
      put(byStem, `d:${stemGerman(word)}`, idea);
    }
  }
}

function put(map: Map<string, Idea[]>, key: string, idea: Idea): void {
  const ideas = map.get(key) ?? [];
  if (!ideas.some((it) => it.key === idea.key)) map.set(key, [...ideas, idea]);
}

learn(commonActions, "common action");
learn(actions, "action");
learn(things, "thing");

/** The word as written counts before its stems: `production` is no form of `product`. */
export function ideasOf(word: string): readonly Idea[] {
  return byWord.get(word) ?? byStem.get(`e:${stemEnglish(word)}`) ?? byStem.get(`d:${stemGerman(word)}`) ?? [];
}

export function vocabularyWords(): Iterable<string> {
  return byWord.keys();
}
