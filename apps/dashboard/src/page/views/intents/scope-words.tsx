/** What the typed patterns would cover, and whose files they would share. */
import { useEffect, useState } from "preact/hooks";
import type { ScopePreview } from "../../../api/intents.ts";
import { Icon } from "../../parts/icon.tsx";
import { post } from "../../state/client.ts";
import { counted } from "../../words/time-words.ts";
import { linesOf } from "./intent-text.ts";

const PAUSE_MS = 300;

export function ScopeWords({ text, except }: { text: string; except: string | null }) {
  const [preview, setPreview] = useState<ScopePreview | null>(null);
  const globs = linesOf(text).join("\n");
  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(async () => {
      if (globs === "") return setPreview(null);
      const response = await post("/api/scope/preview", {}, { globs: globs.split("\n"), except });
      if (!isOld) setPreview(response.ok ? response.value : null);
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [globs, except]);

  if (globs === "") return <p class="scope-words soft">Nothing yet: under this intent no file may be changed.</p>;
  if (preview === null) return <p class="scope-words soft">Looking at the files…</p>;
  return (
    <div class="scope-words" role="status">
      {preview.problems.map((problem) => (
        <p key={problem.message} class="bad-text">
          {problem.message} {problem.remedy}
        </p>
      ))}
      <p class="soft">
        {preview.whole ? "" : "At least "}
        {counted(preview.files, "file")} now
        {preview.examples.length > 0 && (
          <>
            , such as <code>{preview.examples.slice(0, 3).join(", ")}</code>
          </>
        )}
      </p>
      {preview.overlaps.map((overlap) => (
        <p key={overlap.intent_id} class="warn-text">
          <Icon name="overlap" /> {counted(overlap.files, "file")} also belong{overlap.files === 1 ? "s" : ""} to{" "}
          {overlap.intent_id} ({overlap.name})
        </p>
      ))}
    </div>
  );
}
