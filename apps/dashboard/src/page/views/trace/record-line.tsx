/** One change as a row. */
import type { RecordRow } from "../../../api/trace.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { Badge, IntentChip, Path, When } from "../../parts/pieces.tsx";
import { narrow } from "../../state/screen.ts";
import { type ChangeWords, changeWords, classWords, whoWords } from "../../words/words.ts";

export function RecordLine({ record }: { record: RecordRow | undefined }) {
  if (!record) return <span class="row-blank" />;
  const [first] = record.files;
  const change = changeWords(record.description);
  const file = (
    <>
      {first ? <Path path={first.path} /> : <span class="soft">no file</span>}
      {record.files_total > 1 && <span class="soft"> +{record.files_total - 1}</span>}
    </>
  );
  const marks = (
    <>
      {first?.change === "created" && <Badge tone="good">new</Badge>}
      {first?.change === "deleted" && <Badge tone="bad">deleted</Badge>}
      {first?.change === "renamed" && <Badge>renamed</Badge>}
      {record.outcome === "FAILED" && <Badge tone="warn">failed</Badge>}
      {record.shared_in !== null && <Badge tone="info">shared</Badge>}
    </>
  );
  if (narrow.value)
    return (
      <>
        <Who who={record.entity_type} />
        <span class="grow two-lines">
          <span class="line">
            <span class="cut grow">{file}</span>
            {marks}
          </span>
          <span class="line">
            <IntentChip id={record.intent_id} plain />
            <span class="soft cut grow">{classWords(record.mutation_class)}</span>
            <When at={record.at} />
          </span>
        </span>
      </>
    );
  return (
    <>
      <Who who={record.entity_type} />
      <span class="record-intent">
        <IntentChip id={record.intent_id} plain />
      </span>
      <span class="record-file line">
        {file} {marks}
      </span>
      <span class="soft cut grow">{change.lines === null ? change.words : ""}</span>
      <LineCounts lines={change.lines} />
      <span class="record-class soft cut">{classWords(record.mutation_class)}</span>
      <span class="call-when">
        <When at={record.at} />
      </span>
    </>
  );
}

export function LineCounts({ lines }: Pick<ChangeWords, "lines">) {
  if (lines === null) return null;
  return (
    <span class="diff-counts">
      <span class="added">+{lines.added}</span> <span class="removed">−{lines.removed}</span>
    </span>
  );
}

const icons: Readonly<Record<string, IconName>> = { AI: "agent", HUMAN: "person", HOOK: "hooks" };

function Who({ who }: { who: string }) {
  return (
    <span class="soft who" title={whoWords(who)}>
      <Icon name={icons[who] ?? "ask"} />
      <span class="unseen">{whoWords(who)}</span>
    </span>
  );
}
