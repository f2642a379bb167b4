/** Reads source text into syntax trees: one grammar a language, loaded when first asked for. */
import { decodeUtf8 } from "@intentgate/documents";
import type { Parser, Tree, TreeCursor } from "web-tree-sitter";
import { type Language, languageOf } from "./language.ts";
import type { Parsed, SyntaxNode, SyntaxTree, Unparsed } from "./syntax-tree.ts";

export interface SyntaxParts {
  /** The bytes of the parser itself. */
  readRuntime(): Promise<Uint8Array>;
  /** The bytes of a language's grammar, null where it was not installed. */
  readGrammar(language: Language): Promise<Uint8Array | null>;
  /** Milliseconds that only go up. */
  now(): number;
  limits?: Partial<SyntaxLimits>;
}

export interface SyntaxLimits {
  maxBytes: number;
  maxNodes: number;
  maxDepth: number;
  maxMs: number;
}

export interface Syntax {
  /** Never throws for what the text holds: whatever cannot be read is said to be so. */
  parse(path: string, bytes: Uint8Array): Promise<Parsed>;
}

const defaultLimits: SyntaxLimits = { maxBytes: 1024 * 1024, maxNodes: 600_000, maxDepth: 800, maxMs: 4_000 };

export function createSyntax(parts: SyntaxParts): Syntax {
  const limits = { ...defaultLimits, ...parts.limits };
  const parsers = new Map<Language, Promise<Parser | null>>();
  let runtime: Promise<typeof import("web-tree-sitter")> | null = null;
  const kept = keptTrees();

  const parserFor = (language: Language): Promise<Parser | null> => {
    const known = parsers.get(language);
    if (known) return known;
    runtime ??= startRuntime(parts);
    const made = runtime.then(async ({ Language: Grammar, Parser }) => {
      const grammar = await parts.readGrammar(language);
      return grammar && new Parser().setLanguage(await Grammar.load(grammar));
    });
    parsers.set(language, made);
    return made;
  };

  return {
    async parse(path, bytes) {
      if (bytes.length > limits.maxBytes) return unparsed("too_large");
      const source = textOf(bytes);
      if (source === null) return unparsed("not_text");
      const known = kept.find(path, source);
      if (known) return { state: "parsed", tree: known };
      const language = languageOf(path, source);
      if (!language) return unparsed("unknown_language");
      const parser = await parserFor(language);
      if (!parser) return unparsed("no_grammar");
      const end = parts.now() + limits.maxMs;
      const isLate = (): boolean => parts.now() > end;
      const read = readTree(
        parser,
        source,
        (tree) => {
          const root = copyTree(tree, { ...limits, isLate });
          return "why" in root ? root : { root, broken: tree.rootNode.hasError };
        },
        isLate,
      );
      if ("why" in read) return unparsed(read.why);
      const tree = { language, path, source, ...read };
      kept.add(tree);
      return { state: "parsed", tree };
    },
  };
}

/** A tree takes about fifty times the room of its text. */
const MOST_KEPT = 128 * 1024;

/** The last trees: what a call wrote is asked for by more than one, and is what stands there before the next call. */
function keptTrees() {
  let trees: SyntaxTree[] = [];
  return {
    find: (path: string, source: string): SyntaxTree | undefined =>
      trees.find((tree) => tree.path === path && tree.source === source),
    add(tree: SyntaxTree): void {
      trees = [tree, ...trees];
      while (trees.reduce((sum, { source }) => sum + source.length, 0) > MOST_KEPT) trees.pop();
    },
  };
}

/** Loaded when something is parsed, and not before: most calls need no tree. */
async function startRuntime({ readRuntime }: SyntaxParts): Promise<typeof import("web-tree-sitter")> {
  const [loaded, bytes] = await Promise.all([import("web-tree-sitter"), readRuntime()]);
  await loaded.Parser.init({ wasmBinary: new Uint8Array(bytes).buffer });
  return loaded;
}

/** The tree lives in the parser's memory and is given back whatever happens. */
function readTree(
  parser: Parser,
  source: string,
  use: (tree: Tree) => { root: SyntaxNode; broken: boolean } | { why: Unparsed },
  isLate: () => boolean,
): { root: SyntaxNode; broken: boolean } | { why: Unparsed } {
  let tree: Tree | null = null;
  try {
    parser.reset();
    tree = parser.parse(source, null, { progressCallback: isLate });
    return tree ? use(tree) : { why: "too_slow" };
  } catch (error) {
    // The parser ran out of its own memory or met a fault in a grammar; anything else is our mistake.
    if (error instanceof Error && /^(RuntimeError|RangeError)$/.test(error.name)) return { why: "failed" };
    throw error;
  } finally {
    tree?.delete();
  }
}

function unparsed(why: Unparsed): Parsed {
  return { state: "unparsed", why };
}

/** Only what is surely text is worth parsing: UTF-8 without NUL bytes. The byte order mark stays in the source. */
function textOf(bytes: Uint8Array): string | null {
  return bytes.includes(0) ? null : decodeUtf8(bytes);
}

interface CopyLimits {
  maxNodes: number;
  maxDepth: number;
  /** Asked now and then; true means stop. */
  isLate: () => boolean;
}

/** How many nodes are copied between two looks at the clock. */
const NODES_PER_LOOK = 4096;

interface Growing extends SyntaxNode {
  children: Growing[];
}

/** Most nodes have no children, and a list for each would be most of what a tree takes. */
const NONE: Growing[] = [];

/** Copies a tree out of the parser's memory, within limits of size, depth and time. */
function copyTree(tree: Tree, limits: CopyLimits): SyntaxNode | { why: Unparsed } {
  const cursor = tree.walk();
  try {
    return copy(cursor, gatherNames(tree), limits);
  } finally {
    cursor.delete();
  }
}

function copy(cursor: TreeCursor, names: Names, limits: CopyLimits): SyntaxNode | { why: Unparsed } {
  const root = nodeAt(cursor, names, null);
  const path: Growing[] = [root];
  let count = 1;
  for (;;) {
    if (cursor.gotoFirstChild()) {
      if (path.length >= limits.maxDepth) return { why: "too_deep" };
    } else {
      path.pop();
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return root;
        path.pop();
      }
    }
    const parent = path.at(-1);
    if (!parent) return root;
    const node = nodeAt(cursor, names, parent);
    if (parent.children === NONE) parent.children = [node];
    else parent.children.push(node);
    path.push(node);
    count++;
    if (count > limits.maxNodes) return { why: "too_large" };
    if (count % NODES_PER_LOOK === 0 && limits.isLate()) return { why: "too_slow" };
  }
}

function nodeAt(cursor: TreeCursor, names: Names, parent: SyntaxNode | null): Growing {
  const { type, named } = names.ofType(cursor.nodeTypeId);
  const field = names.fields[cursor.currentFieldId] ?? null;
  return { type, named, field, start: cursor.startIndex, end: cursor.endIndex, parent, children: NONE };
}

interface Names {
  ofType(id: number): { type: string; named: boolean };
  fields: readonly (string | null)[];
}

/** Names of node types, asked of the parser once each. */
function gatherNames({ language }: Tree): Names {
  const known: { type: string; named: boolean }[] = [];
  return {
    ofType: (id) => (known[id] ??= { type: language.types[id] ?? "ERROR", named: language.nodeTypeIsNamed(id) }),
    fields: language.fields,
  };
}
