import { h, options, render } from "preact";
import { afterAll, beforeAll } from "vitest";
import { hidesNothing } from "../../../../../test/support/text-sinks.ts";
import { showAllText } from "./show-text.ts";

/** As much of a document as it takes to see what is written into it. */
const ground = () => ({
  ...{ nodeType: 1, childNodes: [] as unknown[], attributes: [], style: {}, nextSibling: null, firstChild: null },
  ...{ namespaceURI: "http://www.w3.org/1999/xhtml", title: "", removeChild() {}, addEventListener() {} },
  contains: () => false,
  setAttribute(name: string, value: string) {
    if (name === "aria-label") this.title += value;
  },
  appendChild(child: unknown) {
    this.childNodes.push(child);
    return child;
  },
  insertBefore(child: unknown) {
    this.childNodes.push(child);
    return child;
  },
});

function shownOnPage(text: string): string {
  const page = ground();
  const Bare = () => text as never;
  render(h("p", { title: text, "aria-label": text }, text, h(Bare, null), h("code", null, [text])), page as never);
  const seen = (node: ReturnType<typeof ground> | { data: string }): string =>
    "data" in node ? node.data : node.title + (node.childNodes as (typeof node)[]).map(seen).join("");
  return seen(page);
}

const before = options.vnode;
const had = (globalThis as { document?: unknown }).document;
beforeAll(() => {
  const text = (data: string) => ({ nodeType: 3, data, nextSibling: null });
  Object.assign(globalThis, { document: { createElement: ground, createElementNS: ground, createTextNode: text } });
  showAllText();
});
afterAll(() => {
  options.vnode = before;
  Object.assign(globalThis, { document: had });
});

hidesNothing({ "the page": shownOnPage });
