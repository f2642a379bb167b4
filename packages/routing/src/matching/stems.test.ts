import { describe, expect, it } from "vitest";
import { stem } from "./stem.ts";
import { termsOf } from "./synonyms.ts";
import { wordsOf } from "./words.ts";

describe("stems", () => {
  it.each([
    ["migrate", "migration", "migrations", "migrating"],
    ["delete", "deletion", "deleting", "deleted"],
    ["run", "runs", "running"],
    ["query", "queries", "querying"],
    ["optimize", "optimise", "optimising"],
    ["deploy", "deploys", "deployed", "deployment"],
    ["fix", "fixes", "fixed", "fixing"],
  ])("bring forms of the English %s together", (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it.each([
    ["loschen", "losche", "loscht", "geloscht", "loschung"],
    ["rechnung", "rechnungen"],
    ["passwort", "passworter"],
    ["benutzer", "benutzern", "benutzers"],
    ["ausrollen", "ausgerollt", "auszurollen"],
  ])("bring forms of the German %s together", (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it.each([
    ["production", "product"],
    ["test", "text"],
    ["date", "daten"],
    ["bus", "bu"],
    ["user", "use"],
    ["string", "stre"],
  ])("keep %s and %s apart", (a, b) => {
    expect(termsOf(a).filter((term) => termsOf(b).includes(term))).toEqual([]);
  });

  it.each([
    ["database", "datenbank"],
    ["prod", "produktion"],
    ["invoice", "rechnungen"],
    ["delete", "entfernen"],
  ])("know that %s and %s are one idea", (a, b) => {
    expect(termsOf(a)).toEqual(termsOf(b));
  });
});

describe("words", () => {
  const words = (text: string) => wordsOf(text, 100).map(({ text: word }) => word);

  it.each([
    [
      "snake_case and camelCase",
      "user_row parseDate HTTPServer OAuth",
      ["user", "row", "parse", "date", "http", "server", "oauth"],
    ],
    ["umlauts and accents", "Löschen Straße café", ["loschen", "strasse", "cafe"]],
    ["possessives", "week's don’t", ["week", "don"]],
    ["what is not something", "non-prod non production", ["nonprod", "nonproduction"]],
    ["marks only", "!!! ??? --- 🙂", []],
    ["markup as words without its marks", "<b>x</b>", ["b", "x", "b"]],
    ["half pairs", "a\ud800b", ["a", "b"]],
  ])("take %s apart", (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it("end at the limit and skip monsters", () => {
    expect(wordsOf("a ".repeat(1_000), 10)).toHaveLength(10);
    expect(words(`x${"y".repeat(10_000)} z`)).toEqual(["z"]);
    expect(words(`${"1".repeat(100_000)}a b`)).toEqual(["b"]);
  });
});
