/** What a screen reader is told when something new waits. */
import { signal } from "@preact/signals";

export const news = signal("");

export function announce(text: string): void {
  // The same words twice are told twice only if the region was empty in between.
  news.value = "";
  setTimeout(() => {
    news.value = text;
  }, 50);
}
