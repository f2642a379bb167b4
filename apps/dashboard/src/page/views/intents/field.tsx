/** A labelled field of a form, with a hint. */
import { useId } from "preact/hooks";

export function Field(props: {
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
