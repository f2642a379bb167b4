/** A choice between a few, all in sight. */
export function Segments<T extends string>(props: {
  label: string;
  choices: readonly (readonly [value: T, words: string])[];
  chosen: string;
  onChoose(value: NoInfer<T>): void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form's part
    <div class="segments" role="group" aria-label={props.label}>
      {props.choices.map(([value, words]) => (
        <button key={value} type="button" aria-pressed={value === props.chosen} onClick={() => props.onChoose(value)}>
          {words}
        </button>
      ))}
    </div>
  );
}
