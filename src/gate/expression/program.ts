import type { ASTNode, ParseResult } from '@marcbachmann/cel-js';
import { type Language, type NumberReader, ONE_ROW, RENAMED, type Row } from './language.ts';
import { partText } from './literals.ts';
import { type ExpressionPart, nodesOf } from './syntax-tree.ts';

/** A part of an expression in which the list that a quantifier reads, at `replaced`, may be another one. */
interface ProgramPart extends ExpressionPart {
  readonly replaced?: ExpressionPart;
}

/** An expression that was parsed once, and its parts, each parsed as soon as it is evaluated. */
export class Program {
  readonly #language: Language;
  readonly #text: string;
  readonly #whole: ParseResult;
  readonly #parts = new Map<string, ParseResult>();

  /** Throws what the library throws. */
  constructor(language: Language, text: string) {
    this.#language = language;
    this.#text = text;
    this.#whole = parse(language, text);
  }

  get tree(): ASTNode {
    return this.#whole.ast;
  }

  /** Checks the types. */
  check(): ReturnType<ParseResult['check']> {
    return this.#whole.check();
  }

  /**
   * Evaluates the expression, or a part of it with a list of one row. Throws what the reader and the library
   * throw.
   */
  evaluate(part: ProgramPart | null, reader: NumberReader, oneRow?: readonly Row[]): unknown {
    return this.#language.evaluate(part === null ? this.#whole : this.#partOf(part), reader, oneRow);
  }

  #partOf({ start, end, replaced }: ProgramPart): ParseResult {
    const text =
      replaced === undefined
        ? partText(this.#text, start, end)
        : `${this.#text.slice(start, replaced.start)}${ONE_ROW}${this.#text.slice(replaced.end, end)}`;
    const known = this.#parts.get(text) ?? parse(this.#language, text);
    this.#parts.set(text, known);
    return known;
  }
}

function parse(language: Language, text: string): ParseResult {
  const parsed = language.parse(text);
  for (const node of nodesOf(parsed.ast)) {
    if (node.op === 'rcall' || (node.op === 'call' && node.args[0] === 'size'))
      node.args[0] = RENAMED[node.args[0]] ?? node.args[0];
  }
  return parsed;
}
