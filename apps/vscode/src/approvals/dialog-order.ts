/** The order of the dialog's buttons: the first has the focus when it comes up, so a stray Enter must find nothing there. */
import type { Button } from "./approval-text.ts";

/** `diff` first, as looking decides nothing. Where there is no diff, the same question is asked again outside the dialog. */
export function dialogOrder(buttons: readonly Button[]): Button[] {
  const looks = buttons.filter(({ answer }) => answer === "diff");
  const first: Button[] = looks.length > 0 ? looks : [{ label: "Ask Below", answer: "diff" }];
  return [...first, ...buttons.filter(({ answer }) => answer !== "diff")];
}
