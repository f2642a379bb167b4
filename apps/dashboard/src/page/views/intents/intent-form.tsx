/** Creates or edits an intent. What a scope would cover is shown while it is typed. */
import { useId, useState } from "preact/hooks";
import type { IntentPage } from "../../../api/intents.ts";
import type { ApiProblem } from "../../../api/shared.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Problems } from "../../parts/pieces.tsx";
import { say } from "../../parts/toasts.tsx";
import { patch, post } from "../../state/client.ts";
import { editBody, type IntentText, newBody, textOf } from "./intent-text.ts";
import { ScopeWords } from "./scope-words.tsx";

export function IntentForm(props: {
  /** Null for a new one. */
  intent: IntentPage | null;
  onClose(): void;
  onDone(id: string): void;
}) {
  const { intent } = props;
  const [text, setText] = useState(textOf(intent));
  const [start, setStart] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly ApiProblem[]>([]);
  const bound = (field: keyof IntentText) => ({
    value: text[field],
    onChange: (value: string) => setText((before) => ({ ...before, [field]: value })),
  });

  async function save(): Promise<void> {
    if (text.name.trim() === "") {
      setProblems([missingName]);
      return;
    }
    setBusy(true);
    const response = intent ? await saveEdit(intent, text) : await post("/api/intents", {}, newBody(text, start));
    setBusy(false);
    if (response === null) return props.onClose();
    if (!response.ok) {
      setProblems(response.problems);
      return;
    }
    say(intent ? `${response.value.id} is changed` : `${response.value.id} is declared`);
    props.onDone(response.value.id);
  }

  return (
    <Dialog title={intent ? `Edit ${intent.id}` : "New intent"} wide onClose={props.onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Problems problems={problems} />
        <Field label="Name" hint="What shall be done, in a few words" {...bound("name")} focus />
        {!intent && <Field label="Id" hint="Left empty, it is the next free one" {...bound("id")} code />}
        <Field label="More words" hint="Optional" rows={2} {...bound("description")} />
        <Field
          label="Files it may change"
          hint="One pattern a line, such as src/auth/** or !src/auth/legacy/**"
          rows={3}
          code
          {...bound("owned_scope")}
        />
        <ScopeWords text={text.owned_scope} except={intent?.id ?? null} />
        <Field
          label="It is done when"
          hint="One criterion a line; a person confirms them"
          rows={2}
          {...bound("acceptance_criteria")}
        />
        <Field
          label="Commands that must succeed"
          hint="One a line, without a shell; run when the agent says it is done"
          rows={2}
          code
          {...bound("checks")}
        />
        <Field label="Rules while working" hint="One a line; the agent is told" rows={2} {...bound("constraints")} />
        <Field label="Files the agent should know" hint="One a line" rows={2} code {...bound("related_files")} />
        {!intent && (
          <label class="tick">
            <input type="checkbox" checked={start} onChange={(event) => setStart(event.currentTarget.checked)} />
            Start it at once
          </label>
        )}
        <div class="dialog-acts">
          <button type="button" class="button" onClick={props.onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={busy}>
            {intent ? "Save" : "Declare"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Null where there is nothing to save. */
async function saveEdit(intent: IntentPage, text: IntentText) {
  const body = editBody(intent, text);
  return body === null ? null : patch("/api/intents/:id", { id: intent.id }, body);
}

const missingName: ApiProblem = {
  code: "BAD_INPUT",
  message: "The intent needs a name.",
  remedy: "Say in a few words what shall be done.",
  file: null,
  line: null,
  column: null,
};

/** A labelled field of a form, with a hint. */
function Field(props: {
  label: string;
  hint: string;
  value: string;
  onChange(value: string): void;
  /** More than one line. */
  rows?: number;
  code?: boolean;
  /** Where the dialog begins. */
  focus?: boolean;
}) {
  const id = useId();
  const shared = {
    id,
    class: `input ${props.code ? "mono" : ""}`,
    "aria-describedby": `${id}-hint`,
    value: props.value,
    spellcheck: !props.code,
  };
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.rows === undefined ? (
        <input
          {...shared}
          data-first={props.focus}
          type="text"
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      ) : (
        <textarea {...shared} rows={props.rows} onInput={(event) => props.onChange(event.currentTarget.value)} />
      )}
      <span id={`${id}-hint`} class="field-hint">
        {props.hint}
      </span>
    </div>
  );
}
