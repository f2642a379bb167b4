/** What a question is about, as the page lists it. */
import { requestDetails } from "@intentgate/gate";
import type { WaitingApproval } from "../../api/now.ts";

type Details = Pick<WaitingApproval["questions"][number], "details" | "more_details">;

export function detailsOf(given: Record<string, unknown>): Details {
  const found = requestDetails(given);
  return {
    details: found.flatMap(({ label, items }) => items.map((value) => ({ label, value }))),
    more_details: found.reduce((sum, { more }) => sum + more, 0),
  };
}
