/**
 * Whatever others wrote is made visible on its way into the document, wherever the page shows it. What is copied or sent
 * back stays as it is.
 */
import { visibleLines } from "@intentgate/documents";
import { options, type VNode } from "preact";

/** Attributes that a person reads or hears. */
const told = ["title", "aria-label", "alt", "placeholder"];

export function showAllText(): void {
  const before = options.vnode;
  options.vnode = (node) => {
    show(node as { type: unknown; props: unknown });
    before?.(node as VNode);
  };
}

function show(node: { type: unknown; props: unknown }): void {
  // A text has no type, and is what it has for properties.
  if (!node.type) {
    if (typeof node.props === "string") node.props = visibleLines(node.props);
    return;
  }
  if (typeof node.type !== "string") return;
  const props = node.props as Record<string, unknown>;
  for (const name of told) {
    const text = props[name];
    if (typeof text === "string") props[name] = visibleLines(text);
  }
}
