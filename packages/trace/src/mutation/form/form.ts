/** What two versions of a file are compared as: their tokens in their structure, with names resolved. */

/** A variable, parameter, function or type that a file declares. */
export interface Binding {
  readonly name: string;
  /** Its name is behaviour: exported, read by name, or not known well enough. */
  fixed: boolean;
}

export type Form = Token | Name | Group;

export interface Token {
  readonly kind: "token";
  readonly type: string;
  readonly text: string;
  /** What the layout around the token means, where it means something. */
  readonly mark: string;
}

export interface Name {
  readonly kind: "name";
  readonly binding: Binding;
  readonly mark: string;
}

export interface Group {
  readonly kind: "group";
  readonly type: string;
  readonly parts: readonly Form[];
  /** Parts whose place among the others means nothing, each with a key to find its fellow by. */
  readonly loose: readonly Loose[];
}

export interface Loose {
  readonly kind: "function" | "type_import" | "specifier" | "method";
  readonly key: string;
  readonly part: Form;
  /** How many other parts of the same group stood before it, only to tell whether it moved. */
  readonly place: number;
}

export function token(type: string, text: string, mark = ""): Token {
  return { kind: "token", type, text, mark };
}

export function group(type: string, parts: readonly Form[], loose: readonly Loose[] = []): Group {
  return { kind: "group", type, parts, loose };
}
