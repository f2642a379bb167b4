/** Whether one name was replaced by another, and both are names of local variables that nobody else can see. */
import { childOf, type SyntaxNode, type SyntaxTree, textOf } from "../syntax/syntax-tree.ts";
import { type NamePlaces, placesIn } from "./name-places.ts";
import type { Reading } from "./words.ts";

/** The names that differ where everything else is the same. */
export interface Difference {
  from: string;
  to: string;
  before: SyntaxNode[];
  after: SyntaxNode[];
}

/** Null where more differs than one name. */
export function differenceOf(before: Reading, after: Reading): Difference | null {
  const found: Difference = { from: "", to: "", before: [], after: [] };
  if (before.words.length !== after.words.length) return null;
  for (const [at, old] of before.words.entries()) {
    const young = after.words[at];
    if (!young || old.kind !== young.kind) return null;
    if (old.text === young.text) continue;
    if (!old.name || !young.name) return null;
    if (found.before.length === 0) Object.assign(found, { from: old.text, to: young.text });
    if (old.text !== found.from || young.text !== found.to) return null;
    found.before.push(old.name);
    found.after.push(young.name);
  }
  return found;
}

/** Shown from both sides: what may be renamed may be renamed back. */
export function isRenamedLocal(before: Reading, after: Reading, { from, to, ...nodes }: Difference): boolean {
  return isFree(before, from, to, nodes.before) && isFree(after, to, from, nodes.after);
}

/** Whether these are local variables of one function, replaced wherever they stand, by a name that is not known there. */
function isFree(reading: Reading, from: string, to: string, replaced: readonly SyntaxNode[]): boolean {
  const { tree, leaves, words } = reading;
  const places = placesIn(tree);
  if (!places || ![from, to].every((name) => /^[A-Za-z]\w*$/.test(name) && !places.fixed.test(name))) return false;
  const around = functionAround(replaced, places);
  if (!around || hasWall(around, places) || leaves.list.some(({ text }) => places.lookingInside.test(text)))
    return false;
  const isNamed = new RegExp(`\\b(${from}|${to})\\b`);
  // Whoever reads these may look for the name.
  if (words.some(({ kind, text }) => kind.startsWith("comment ") && isNamed.test(text))) return false;
  const own = new Set(replaced);
  const isTextual = tree.language === "python";
  const others: SyntaxNode[] = [];
  for (const { node, text } of leaves.list) {
    if (own.has(node) || !isWithin(node, around) || isMember(node, places)) continue;
    if (text === to || (isTextual && /^string/.test(node.type) && isNamed.test(text))) return false;
    if (text === from) others.push(node);
  }
  return areCovered(tree, replaced, others, places);
}

/** Every name is followed, and belongs to a variable of which no other mention is left. */
function areCovered(
  tree: SyntaxTree,
  replaced: readonly SyntaxNode[],
  others: readonly SyntaxNode[],
  places: NamePlaces,
): boolean {
  const covered = new Set<SyntaxNode>();
  for (const node of replaced) {
    const top = patternAround(node, places);
    const isDeclared = places.declares.test(placeOf(top)) && !isOnlySet(top);
    if (!isDeclared && !places.uses.test(placeOf(node))) return false;
    if (givesItsName(node) || isPrinted(node)) return false;
    if (!isDeclared) continue;
    const region = regionOf(tree, top, places);
    if (!region || others.some((other) => isWithin(other, region.block))) return false;
    if (region.isSplit && [...replaced, ...others].some(region.isSplit)) return false;
    covered.add(node);
    for (const one of replaced) if (isWithin(one, region.block) && one.start >= region.from) covered.add(one);
  }
  return covered.size === replaced.length;
}

interface Region {
  /** Where the variable is known. */
  block: SyntaxNode;
  from: number;
  /** Names that stand inside of the block and yet mean what is outside. */
  isSplit?: (node: SyntaxNode) => boolean;
}

function regionOf(tree: SyntaxTree, top: SyntaxNode, places: NamePlaces): Region | null {
  const owner = parameterOwner(top);
  if (owner) {
    if (!places.functions.test(owner.type) && owner.type !== "lambda_expression") return null;
    const name = childOf(owner, "name");
    const isKnown = name !== undefined && textOf(tree, name) === "constructor";
    return isKnown || !childOf(owner, "body") ? null : { block: owner, from: owner.start };
  }
  const block = nearest(top, places.blocks);
  const around = nearest(top, places.functions);
  if (!block || !around) return null;
  const parent = top.parent ?? top;
  const isVar = parent.parent?.type === "variable_declaration" || childText(tree, parent, "kind") === "var";
  const body = childOf(around, "body");
  // A parameter of that name would be the same variable, and what is said in a default is said outside.
  const parameters = childOf(around, "parameters");
  if (isVar)
    return body ? { block: body, from: 0, isSplit: (node) => !!parameters && isWithin(node, parameters) } : null;
  if (parent.type === "for_in_clause")
    return { block, from: 0, isSplit: (node) => block.children.some((one) => isInSource(node, one)) };
  if (places.isHoisted) return { block, from: 0 };
  const value = childOf(parent, "value") ?? childOf(parent, "right");
  return { block: block === body && tree.language === "go" ? around : block, from: value?.end ?? top.start };
}

/** `[x for x in x]`: what is gone through comes from outside. */
function isInSource(node: SyntaxNode, clause: SyntaxNode): boolean {
  const right = clause.type === "for_in_clause" ? childOf(clause, "right") : undefined;
  return right !== undefined && isWithin(node, right);
}

function parameterOwner(top: SyntaxNode): SyntaxNode | null {
  const parent = top.parent;
  if (!parent || parent.type === "catch_formal_parameter" || parent.type === "catch_clause") return null;
  if (parent.type === "arrow_function" || parent.type === "lambda_expression") return parent;
  let at: SyntaxNode | null = parent;
  while (at && /parameter/.test(at.type)) at = at.parent;
  return at === parent ? null : at;
}

/** A property of its class too; or a loop and a choice that set a variable from outside. */
function isOnlySet({ parent }: SyntaxNode): boolean {
  if (!parent) return true;
  if (/parameter$/.test(parent.type)) return parent.children.some(({ type }) => /modifier|^readonly$/.test(type));
  if (parent.type === "for_in_statement") return childOf(parent, "kind") === undefined;
  return /^(range_clause|receive_statement)$/.test(parent.type) && !parent.children.some(({ type }) => type === ":=");
}

/** What is given to the variable here is a function or a class, which takes its name from it. */
function givesItsName({ parent, field }: SyntaxNode): boolean {
  if (!parent || /^(value|right)$/.test(field ?? "")) return false;
  let value = childOf(parent, "value") ?? childOf(parent, "right");
  while (value?.type === "parenthesized_expression") value = value.children.find(({ named }) => named);
  return /function|class/.test(value?.type ?? "");
}

/** `{x=}` prints the name. */
function isPrinted(node: SyntaxNode): boolean {
  return nearest(node, /^interpolation$/)?.children.some(({ type }) => type === "=") === true;
}

function patternAround(node: SyntaxNode, { patterns }: NamePlaces): SyntaxNode {
  let top = node;
  while (top.parent && patterns.test(top.parent.type) && top.field !== "right" && top.field !== "key") top = top.parent;
  return top;
}

function placeOf({ parent, field }: SyntaxNode): string {
  if (parent?.type === "literal_element") return placeOf(parent);
  return `${parent?.type ?? ""} ${field ?? ""}`;
}

function isMember(node: SyntaxNode, { members }: NamePlaces): boolean {
  return /^(property|field)_identifier$/.test(node.type) || members.test(placeOf(node));
}

function functionAround(nodes: readonly SyntaxNode[], { functions }: NamePlaces): SyntaxNode | null {
  let at = nodes[0]?.parent ?? null;
  while (at && !(functions.test(at.type) && nodes.every((node) => at !== null && isWithin(node, at)))) at = at.parent;
  return at;
}

function nearest(node: SyntaxNode, types: RegExp): SyntaxNode | null {
  let at = node.parent;
  while (at && !types.test(at.type)) at = at.parent;
  return at;
}

function hasWall(node: SyntaxNode, places: NamePlaces): boolean {
  return places.walls.test(node.type) || node.children.some((child) => hasWall(child, places));
}

function isWithin({ start, end }: SyntaxNode, outer: SyntaxNode): boolean {
  return outer.start <= start && end <= outer.end;
}

function childText(tree: SyntaxTree, node: SyntaxNode, field: string): string {
  const child = childOf(node, field);
  return child ? textOf(tree, child) : "";
}
