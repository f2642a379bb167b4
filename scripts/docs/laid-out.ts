/** JSON for people: what fits on a line stays on it. */

export function laidOut(value: unknown, width = 100, indent = ""): string {
  const short = spaced(value);
  if (indent.length + short.length <= width || typeof value !== "object" || value === null) return short;
  const deeper = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => laidOut(item, width, deeper))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${laidOut(item, width, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${items.map((item) => deeper + item).join(",\n")}\n${indent}${close}`;
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
