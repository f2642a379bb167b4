/** Which rows of a long list exist in the document, and where they stand. */

/** Browsers lose exactness, then height, beyond this; a longer list scrolls in proportion. */
const TALLEST = 8_000_000;

export interface Viewport {
  count: number;
  rowHeight: number;
  /** The height of the visible part. */
  height: number;
  scrollTop: number;
}

export interface RowWindow {
  /** The first row that exists, and the one after the last. */
  first: number;
  end: number;
  /** Where the first row stands in the scrolled content. */
  offset: number;
  /** The height of the scrolled content. */
  total: number;
}

export function rowWindow({ count, rowHeight, height, scrollTop }: Viewport, spare = 6): RowWindow {
  const real = count * rowHeight;
  const total = Math.min(real, TALLEST);
  const top = Math.max(0, Math.min(scrollTop, total - height));
  const realTop = toReal(top, real, total, height);
  const first = Math.max(0, Math.floor(realTop / rowHeight) - spare);
  const end = Math.min(count, Math.ceil((realTop + height) / rowHeight) + spare);
  return { first, end: Math.max(first, end), offset: top + (first * rowHeight - realTop), total };
}

/** Where to scroll so that the row is seen whole; null where it is already. */
export function scrollToRow(viewport: Viewport, row: number, margin = 0): number | null {
  const { count, rowHeight, height, scrollTop } = viewport;
  const real = count * rowHeight;
  const total = Math.min(real, TALLEST);
  const realTop = toReal(scrollTop, real, total, height);
  const start = row * rowHeight - margin;
  const end = (row + 1) * rowHeight + margin;
  if (start >= realTop && end <= realTop + height) return null;
  const wanted = start < realTop ? start : end - height;
  return fromReal(Math.max(0, Math.min(wanted, real - height)), real, total, height);
}

function toReal(top: number, real: number, total: number, height: number): number {
  return real === total || total <= height ? top : (top / (total - height)) * (real - height);
}

function fromReal(top: number, real: number, total: number, height: number): number {
  return real === total || total <= height ? top : (top / (real - height)) * (total - height);
}
