/** What the layout must know from the script: whether there is room for two panes, and what time it is. */
import { signal } from "@preact/signals";

const narrowScreen = matchMedia("(max-width: 899px)");
export const narrow = signal(narrowScreen.matches);

/** Moves on by itself, so that "5 min ago" stays true. */
export const now = signal(new Date());

export function watchScreen(): void {
  narrowScreen.addEventListener("change", (event) => {
    narrow.value = event.matches;
  });
  setInterval(() => {
    now.value = new Date();
  }, 5_000);
}
