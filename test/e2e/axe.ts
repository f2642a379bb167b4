/** What axe-core finds wrong with the page as it stands, as far as it keeps people from using it. */
import axe from "axe-core";
import type { Page } from "playwright-core";

export async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    type Result = { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
    const run = (globalThis as unknown as { axe: { run(): Promise<Result> } }).axe;
    const { violations } = await run.run();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  });
}
