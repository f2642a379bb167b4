/**
 * Every byte of a text must belong to a node of its tree, in the way in which bash reads that byte there, or be layout between nodes.
 * The parser may be wrong; a byte that nobody answers for shows where.
 */
import { forEachChild, type HereDoc, type ParsedScript, type SyntaxNode } from "unbash";
import { type Around, isLayout, isPlainText, plainValue } from "./raw-text.ts";

/** Where the first byte stands that nobody answers for; null where there is none. */
export function unaccounted(script: ParsedScript, text: string): number | null {
  const account = new Account(script.source ?? text);
  try {
    account.whole(script, 0, account.source.length);
    return null;
  } catch (error) {
    if (error instanceof LeftOver) return error.at;
    throw error;
  }
}

class LeftOver extends Error {
  constructor(readonly at: number) {
    super("a byte that nobody answers for");
  }
}

type Node<T extends SyntaxNode["type"]> = Extract<SyntaxNode, { type: T }>;

class Account {
  /** Bodies of here-documents with what closes them: they lie behind the line that names them. */
  private readonly documents: { pos: number; end: number }[] = [];
  /** Where the last word ended: a sign that follows at once is a part of it. */
  private wordEnd = -1;

  constructor(readonly source: string) {}

  whole(script: ParsedScript, from: number, to: number): void {
    this.documents.push(...this.documentsIn(script));
    this.documents.sort((one, other) => one.pos - other.pos);
    this.between(childrenOf(script), from, to, "lines");
  }

  /** The children in their order, and between them nothing but layout. */
  private between(children: readonly SyntaxNode[], from: number, to: number, around: Around): void {
    let at = from;
    for (const child of children) {
      this.gap(at, child.pos, around);
      this.node(child);
      at = child.end;
    }
    this.gap(at, to, around);
  }

  private gap(from: number, to: number, around: Around): void {
    if (to < from) throw new LeftOver(to);
    let at = from;
    for (const { pos, end } of this.documents) {
      if (pos < at || pos >= to) continue;
      this.plainGap(at, pos, around);
      at = Math.max(at, end);
    }
    if (at > to) throw new LeftOver(to);
    this.plainGap(at, to, around);
  }

  private plainGap(from: number, to: number, around: Around): void {
    if (from === to) return;
    const left = isLayout(this.source.slice(from, to), around, this.wordEnd === from);
    if (left !== null) throw new LeftOver(from + left);
  }

  private node(node: SyntaxNode): void {
    switch (node.type) {
      case "Word":
        this.word(node, "bare");
        return;
      case "Assignment":
        this.assignment(node);
        return;
      case "Redirect":
      case "HereString":
      case "HereDoc":
        this.redirection(node);
        return;
      case "Command":
        this.command(node);
        return;
      case "TestBinary":
        this.test(node);
        return;
      case "Subshell":
        // Two of them are arithmetic first, and by other rules.
        if (this.source.startsWith("((", node.pos)) throw new LeftOver(node.pos);
        this.between(childrenOf(node), node.pos, node.end, "lines");
        return;
      case "ArithmeticWord":
        if (node.parts) this.parts(node.parts, node.pos, node.end, "index");
        else if (!/^[$A-Za-z0-9_#@.]*$/.test(this.text(node)) && !isPlainText(this.text(node), "index")) {
          throw new LeftOver(node.pos);
        }
        return;
      case "ArithmeticCommandExpansion":
        this.substitution(node, "index");
        return;
      case "ArithmeticCommand":
        this.arithmetic(node.expression ? [node.expression] : [], node.pos, node.end);
        return;
      case "ArithmeticFor": {
        const heads = childrenOf(node).filter((child) => child !== node.body);
        // `do` or `{` stands between both.
        const close = this.source.lastIndexOf("))", node.body.pos);
        if (close < 0) throw new LeftOver(node.pos);
        this.arithmetic(heads, node.pos, close + 2);
        this.between([node.body], close + 2, node.end, "lines");
        return;
      }
      default:
        this.between(childrenOf(node), node.pos, node.end, aroundOf(node));
    }
  }

  /** Between the words of a command stand blanks; two that touch are one to bash, unless a sign begins the second. */
  private command(node: Node<"Command">): void {
    let before: SyntaxNode | undefined;
    let at = node.pos;
    for (const child of childrenOf(node)) {
      this.gap(at, child.pos, "blanks");
      if (before && at === child.pos && !this.mayTouch(before, child)) throw new LeftOver(at);
      this.node(child);
      before = child;
      at = child.end;
    }
    this.gap(at, node.end, "blanks");
  }

  private mayTouch(before: SyntaxNode, next: SyntaxNode): boolean {
    const isSign = next.type === "Redirect" || next.type === "HereDoc" || next.type === "HereString";
    if (!isSign || next.descriptor) return false;
    // A number or `{name}` would belong to the sign.
    return before.type !== "Word" || !/^(?:[0-9]+|\{[A-Za-z_][A-Za-z0-9_]*\})$/.test(this.text(before));
  }

  private assignment(node: Node<"Assignment">): void {
    const { name, index, value, append } = node;
    const equals = append ? "+=" : "=";
    if (index) {
      this.same(node.pos, index.pos, `${name}[`);
      this.word(index, "index");
      this.same(index.end, value.pos, `]${equals}`);
    } else this.same(node.pos, value.pos, `${name}${equals}`);
    if (value.type === "Word") this.word(value, "bare");
    else {
      this.same(value.pos, value.pos + 1, "(");
      this.between(value.elements, value.pos + 1, value.end - 1, "elements");
      this.same(value.end - 1, value.end, ")");
    }
    if (value.end !== node.end) throw new LeftOver(value.end);
    this.wordEnd = node.end;
  }

  private redirection(node: Node<"Redirect"> | Node<"HereString"> | Node<"HereDoc">): void {
    const start = node.descriptor?.end ?? node.pos;
    if (node.descriptor && node.descriptor.pos !== node.pos) throw new LeftOver(node.pos);
    const target = node.type === "HereDoc" ? node.delimiter : node.target;
    this.same(start, start + node.operator.length, node.operator);
    if (!target) throw new LeftOver(node.pos);
    // `<&-` is one sign: what follows it is a word of its own.
    if (node.operator.endsWith("&") && /^-./s.test(this.source.slice(target.pos, target.end))) {
      throw new LeftOver(target.pos);
    }
    this.gap(start + node.operator.length, target.pos, "blanks");
    if (target.type === "Word") this.word(target, "bare");
    if (target.end !== node.end) throw new LeftOver(target.end);
    this.wordEnd = node.end;
    if (node.type === "HereDoc") this.document(node);
  }

  private document({ body, delimiter, closing, operator }: Node<"HereDoc">): void {
    const bare = (line: string): string => (operator === "<<-" ? line.replace(/^\t+/, "") : line);
    const end = delimiter?.value ?? "";
    const text = this.source.slice(body.pos, body.end);
    // An earlier line that ends it ends it to bash.
    if (text.split("\n").some((line) => bare(line) === end && text !== "")) throw new LeftOver(body.pos);
    if (closing && bare(this.source.slice(closing.pos, closing.end)) !== end) throw new LeftOver(closing.pos);
    if (delimiter?.quoted) return;
    if (body.parts) this.parts(body.parts, body.pos, body.end, "document");
    else if (!isPlainText(text, "document")) throw new LeftOver(body.pos);
  }

  private documentsIn(script: ParsedScript): { pos: number; end: number }[] {
    const found: { pos: number; end: number }[] = [];
    const look = (node: SyntaxNode): void => {
      if (node.type === "Word" || node.type === "Assignment") return;
      if (node.type === "HereDoc") found.push(spanOf(node));
      else forEachChild(node, look);
    };
    look(script);
    return found;
  }

  private test(node: Node<"TestBinary">): void {
    this.word(node.left, "test");
    if (node.left.pos !== node.pos || node.right.end !== node.end) throw new LeftOver(node.pos);
    this.gap(node.left.end, node.right.pos, "test");
    this.word(node.right, node.operator === "=~" ? "expression" : "test");
  }

  private arithmetic(children: readonly SyntaxNode[], from: number, to: number): void {
    this.between(children, from, to, "arithmetic");
  }

  private word(node: Node<"Word">, around: Around): void {
    if (node.parts) this.parts(node.parts, node.pos, node.end, around);
    else if (!isPlainText(this.text(node), around) || plainValue(this.text(node), around) !== node.value) {
      throw new LeftOver(node.pos);
    }
    this.wordEnd = node.end;
  }

  /** They follow each other without anything between them. */
  private parts(parts: readonly SyntaxNode[], from: number, to: number, around: Around): void {
    let at = from;
    for (const part of parts) {
      if (part.pos !== at) throw new LeftOver(Math.min(at, part.pos));
      this.part(part, around);
      at = part.end;
    }
    if (at !== to) throw new LeftOver(at);
  }

  private part(part: SyntaxNode, around: Around): void {
    const text = this.text(part);
    switch (part.type) {
      case "Literal":
        if (!isPlainText(text, around) || plainValue(text, around) !== part.value) throw new LeftOver(part.pos);
        return;
      case "SingleQuoted":
        if (text !== `'${part.value}'` || part.value.includes("'")) throw new LeftOver(part.pos);
        // Between double quotes it is a sign like any other, and what stands behind it is expanded.
        if (around === "quoted operand" && /[$`\\"]/.test(part.value)) throw new LeftOver(part.pos);
        return;
      case "AnsiCQuoted":
        if (!/^\$'(?:[^'\\]|\\[\s\S])*'$/.test(text)) throw new LeftOver(part.pos);
        // In `${x:=…}` bash reads what it stands for once more.
        if (around.endsWith("operand") && /[$`]/.test(part.value)) throw new LeftOver(part.pos);
        return;
      case "SimpleExpansion":
        if (!/^\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-])$/.test(text)) throw new LeftOver(part.pos);
        return;
      case "DoubleQuoted":
        this.enclosed(part.parts, part, '"', '"', "quotes");
        return;
      case "LocaleString":
        this.enclosed(part.parts, part, '$"', '"', "quotes");
        return;
      case "Glob":
        if (part.parts) this.enclosed(part.parts, part, "[", "]", "brackets");
        return;
      case "BraceExpansion":
        if (part.parts) this.enclosed(part.parts, part, "{", "}", "braces");
        else if (!isPlainText(text, "braces")) throw new LeftOver(part.pos);
        return;
      case "ExtendedGlob":
        if (part.parts) this.enclosed(part.parts, part, `${part.operator}(`, ")", "alternatives");
        else if (!isPlainText(text.slice(2, -1), "alternatives")) throw new LeftOver(part.pos);
        return;
      case "ParameterExpansion":
        this.parameter(part, around);
        return;
      case "ArithmeticExpansion":
        this.arithmetic(part.expression ? [part.expression] : [], part.pos, part.end);
        return;
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        this.substitution(part, around);
        return;
      default:
        throw new LeftOver(part.pos);
    }
  }

  private enclosed(parts: readonly SyntaxNode[], node: SyntaxNode, open: string, close: string, around: Around): void {
    this.same(node.pos, node.pos + open.length, open);
    this.parts(parts, node.pos + open.length, node.end - close.length, around);
    this.same(node.end - close.length, node.end, close);
  }

  private parameter(node: Node<"ParameterExpansion">, around: Around): void {
    const inside: Around = around === "quotes" || around === "document" ? "quoted operand" : "operand";
    const { index, operation } = node;
    this.same(node.pos, node.parameterEnd, `\${${node.prefix ?? ""}${node.parameter}`);
    let at = node.parameterEnd;
    if (index) {
      this.same(at, index.pos, "[");
      this.word(index, "index");
      this.same(index.end, index.end + 1, "]");
      at = index.end + 1;
    }
    if (operation) {
      if (operation.pos !== at) throw new LeftOver(at);
      const children = childrenOf(operation);
      at = operation.operatorEnd;
      if (!/^[-:=+?#%/^,@*]{1,2}$/.test(this.source.slice(operation.pos, at))) throw new LeftOver(operation.pos);
      for (const child of children) {
        // Between the two operands of a replacement or a slice.
        if (child.pos !== at) this.same(at, child.pos, operation.type === "Slice" ? ":" : "/");
        if (child.type !== "Word") throw new LeftOver(child.pos);
        this.word(child, inside);
        at = child.end;
      }
      // `${x/a/}` has a replacement without a sign in it.
      if (operation.end !== at) throw new LeftOver(at);
    }
    this.same(at, node.end, "}");
  }

  private substitution(
    node: Node<"CommandExpansion"> | Node<"ProcessSubstitution"> | Node<"ArithmeticCommandExpansion">,
    around: Around,
  ): void {
    const { script } = node;
    const text = this.text(node);
    // `$((` is arithmetic first: up to where it is not, other rules hold.
    if (!script || text.startsWith("$((")) throw new LeftOver(node.pos);
    const isTick = text.startsWith("`");
    const open = isTick ? 1 : 2;
    if (!/^(?:`[\s\S]*`|\$\([\s\S]*\)|[<>]\([\s\S]*\)|\$\{[ \t\n|][\s\S]*\})$/.test(text)) throw new LeftOver(node.pos);
    if (script.source === undefined) {
      // A backslash before some signs would be taken away first.
      if (isTick && text.includes("\\")) throw new LeftOver(node.pos);
      const outer = this.wordEnd;
      this.whole(script, node.pos + open, node.end - 1);
      this.wordEnd = outer;
      return;
    }
    const isQuoted = around === "quotes" || around === "quoted operand";
    const signs = isQuoted ? /\\([$`\\"])/g : /\\([$`\\])/g;
    if (text.slice(1, -1).replace(signs, "$1") !== script.source) throw new LeftOver(node.pos);
    if (unaccounted(script, script.source) !== null) throw new LeftOver(node.pos);
  }

  private same(from: number, to: number, text: string): void {
    if (this.source.slice(from, to) !== text) throw new LeftOver(from);
  }

  private text({ pos, end }: SyntaxNode): string {
    return this.source.slice(pos, end);
  }
}

function spanOf({ body, closing }: HereDoc): { pos: number; end: number } {
  return { pos: body.pos, end: closing?.end ?? body.end };
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => void children.push(child));
  return children;
}

function aroundOf({ type }: SyntaxNode): Around {
  if (type.startsWith("Test")) return "test";
  return type.startsWith("Arithmetic") ? "arithmetic" : "lines";
}
