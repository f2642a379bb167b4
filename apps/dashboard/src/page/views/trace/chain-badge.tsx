/** Whether the record of everything is whole; a person may look again. */
import { useState } from "preact/hooks";
import type { ChainView } from "../../../api/trace.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Facts, Notice, type Tone, When } from "../../parts/pieces.tsx";
import { complain } from "../../parts/toasts.tsx";
import { post } from "../../state/client.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { counted, grouped } from "../../words/time-words.ts";
import { anchorWords } from "../../words/words.ts";

const words: Record<ChainView["state"], { words: string; tone: Tone }> = {
  unchecked: { words: "Not checked yet", tone: "plain" },
  running: { words: "Checking…", tone: "info" },
  sound: { words: "Record is whole", tone: "good" },
  stale: { words: "Whole when last checked", tone: "good" },
  unsound: { words: "Record was tampered with", tone: "bad" },
};

export function ChainBadge() {
  const [open, setOpen] = useState(false);
  const chain = useAnswer("/api/trace/chain", {}, ["chain", "ledger"]);
  const state = chain.value;
  if (state === null) return null;
  return (
    <>
      <button type="button" class={`chain ${words[state.state].tone}`} onClick={() => setOpen(true)}>
        <Icon name={state.state === "unsound" ? "alert" : "link"} />
        {words[state.state].words}
      </button>
      {open && (
        <Dialog title="Is the record whole?" onClose={() => setOpen(false)}>
          <Chain state={state} onChecked={chain.reload} />
        </Dialog>
      )}
    </>
  );
}

function Chain({ state, onChecked }: { state: ChainView; onChecked(): void }) {
  const verify = async () => {
    const response = await post("/api/trace/chain/verify", {}, {});
    if (!response.ok) complain(response.problems);
    onChecked();
  };
  return (
    <>
      <p class="soft">
        Every record carries a hash of the one before it in its session. An edit, a gap or a record put in between
        shows.
      </p>
      <Facts
        facts={[
          ["State", words[state.state].words],
          ["Checked", state.checked_at === null ? "not yet" : <When key="at" at={state.checked_at} />],
          ["Records", grouped(state.records)],
          ["Sessions", grouped(state.sessions)],
          state.anchors.length === 0 ? null : ["Compared with", state.anchors.map(anchorWords).join(", ")],
        ]}
      />
      {state.findings.map((finding, at) => (
        <Notice key={at} tone={finding.alarm ? "bad" : "warn"} icon="alert">
          {finding.message} <code>{finding.place}</code>
        </Notice>
      ))}
      {state.more_findings > 0 && <p class="soft">and {counted(state.more_findings, "more finding")}</p>}
      <div class="dialog-acts">
        <button type="button" class="button primary" disabled={state.state === "running"} onClick={verify}>
          Check now
        </button>
      </div>
    </>
  );
}
