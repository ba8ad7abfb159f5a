// Parses an assertion, `share("iOS 15") < 2%`, into a syntax tree. Signs bind by strength (a Pratt parser).
import { FaultError } from './fault.ts';
import { numberOf, readText, type Token, tokenize } from './tokens.ts';
import { EXAMPLE, explainUnexpected } from './unexpected.ts';

/** The signs that compare two values. */
const COMPARISON_SIGNS = ['<', '<=', '>', '>=', '==', '!='] as const;
export type ComparisonSign = (typeof COMPARISON_SIGNS)[number];
export type ArithmeticSign = '+' | '-' | '*' | '/';

/** Where a part of an expression is. Positions count from 0. */
interface Part {
  readonly start: number;
  readonly end: number;
  /** Where messages about it point: in `rows.all(…)`, at the name of a field. */
  readonly at: number;
}

/** What a node is, without its place. */
type Content =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'field'; readonly owner: Node; readonly name: string }
  | { readonly kind: 'index'; readonly list: Node; readonly index: Node }
  /** A function, or a method of `owner`. */
  | {
      readonly kind: 'call';
      readonly owner: Node | null;
      readonly name: string;
      readonly args: readonly Node[];
    }
  | { readonly kind: 'not'; readonly operand: Node }
  | { readonly kind: 'minus'; readonly operand: Node }
  | { readonly kind: 'choice'; readonly parts: readonly [condition: Node, whenTrue: Node, whenFalse: Node] }
  | { readonly kind: 'logic'; readonly sign: '&&' | '||'; readonly sides: Sides }
  | { readonly kind: 'arithmetic'; readonly sign: ArithmeticSign; readonly sides: Sides }
  | { readonly kind: 'comparison'; readonly sign: ComparisonSign; readonly sides: Sides }
  | { readonly kind: 'in'; readonly sides: Sides };

type Sides = readonly [left: Node, right: Node];

/** A part of an expression in the syntax of CEL, the Common Expression Language. */
export type Node = Content & Part;
export type NodeOf<K extends Node['kind']> = Extract<Node, { readonly kind: K }>;

/** The length of an expression, and so its depth: far beyond what people write by hand. */
export const MAX_CHARACTERS = 1000;

/** Parses an expression. Throws a `FaultError`. */
export function parseExpression(source: string): Node {
  if (source.length > MAX_CHARACTERS)
    throw new FaultError(MAX_CHARACTERS, `it is longer than ${MAX_CHARACTERS} characters`);
  return new Parser(source).parse();
}

/** How strongly a sign binds its sides: `*` more strongly than `+`, so `a + b * c` is `a + (b * c)`. */
const STRENGTHS = new Map(
  [['?'], ['||'], ['&&'], ['in', ...COMPARISON_SIGNS], ['+', '-'], ['*', '/']].flatMap((signs, index) =>
    signs.map((sign) => [sign, index + 1] as const),
  ),
);
const UNARY = 7;

/** Reads an expression by the strengths of its signs (Pratt). */
class Parser {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  /** Where the last token that was taken ends. */
  #end = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokenize(source).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  }

  parse(): Node {
    const node = this.#expression(0);
    return this.#next.kind === 'end' ? node : this.#unexpected();
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', start: this.#source.length };
  }

  #take(): Token {
    const token = this.#next;
    this.#at += 1;
    this.#end = token.start + token.text.length;
    return token;
  }

  #takeIf(sign: string): boolean {
    const isNext = this.#next.kind === 'sign' && this.#next.text === sign;
    if (isNext) this.#take();
    return isNext;
  }

  #expect(sign: string): void {
    if (this.#takeIf(sign)) return;
    if (this.#next.kind !== 'end') this.#unexpected();
    throw new FaultError(this.#next.start, `a closing ${sign} is missing`);
  }

  #unexpected(): never {
    const { kind, start } = this.#next;
    if (kind === 'end') throw new FaultError(start, `it ends too early; ${EXAMPLE}`);
    throw new FaultError(start, ...explainUnexpected(this.#source.slice(start)));
  }

  #node(start: number, content: Content, at = start): Node {
    return { ...content, start, end: this.#end, at };
  }

  /** An expression up to the first sign that does not bind more strongly than `strength`. */
  #expression(strength: number): Node {
    const { start } = this.#next;
    let left = this.#prefix();
    for (;;) {
      const { kind, text } = this.#next;
      const isSign = kind === 'sign' || text === 'in';
      const signStrength = isSign ? (STRENGTHS.get(text) ?? 0) : 0;
      if (signStrength <= strength) break;
      this.#take();
      if (text === '?') left = this.#choice(start, left);
      else left = this.#binary(start, text, left, this.#expression(signStrength));
    }
    return left;
  }

  #choice(start: number, condition: Node): Node {
    const whenTrue = this.#expression(0);
    this.#expect(':');
    return this.#node(start, { kind: 'choice', parts: [condition, whenTrue, this.#expression(0)] });
  }

  #binary(start: number, sign: string, ...sides: readonly [Node, Node]): Node {
    const comparison = COMPARISON_SIGNS.find((each) => each === sign);
    if (comparison !== undefined) return this.#node(start, { kind: 'comparison', sign: comparison, sides });
    switch (sign) {
      case '&&':
      case '||':
        return this.#node(start, { kind: 'logic', sign, sides });
      case '+':
      case '-':
      case '*':
      case '/':
        return this.#node(start, { kind: 'arithmetic', sign, sides });
      default:
        return this.#node(start, { kind: 'in', sides });
    }
  }

  #prefix(): Node {
    const { start } = this.#next;
    if (this.#takeIf('!')) return this.#node(start, { kind: 'not', operand: this.#expression(UNARY) });
    if (this.#takeIf('-')) return this.#node(start, { kind: 'minus', operand: this.#expression(UNARY) });
    let node = this.#primary();
    for (;;) {
      if (this.#takeIf('.')) node = this.#member(start, node);
      else if (this.#takeIf('[')) {
        const index = this.#expression(0);
        this.#expect(']');
        node = this.#node(start, { kind: 'index', list: node, index });
      } else return node;
    }
  }

  #member(start: number, owner: Node): Node {
    const { kind, text: name, start: at } = this.#next;
    if (kind !== 'name') throw new FaultError(at, 'a name is missing after the dot');
    this.#take();
    if (!this.#takeIf('(')) return this.#node(start, { kind: 'field', owner, name }, at);
    return this.#node(start, { kind: 'call', owner, name, args: this.#list(')') });
  }

  #primary(): Node {
    const { kind, text, start } = this.#next;
    if (kind === 'end' || text === 'in') return this.#unexpected();
    if (kind === 'number') return this.#number();
    if (kind === 'text') return this.#text();
    if (kind === 'name') return this.#name();
    if (this.#takeIf('[')) return this.#node(start, { kind: 'list', items: this.#list(']') });
    if (!this.#takeIf('(')) return this.#unexpected();
    const inner = this.#expression(0);
    this.#expect(')');
    return inner;
  }

  #number(): Node {
    const { start, text } = this.#take();
    const isPercent = this.#next.text === '%' && this.#next.start === this.#end;
    if (isPercent) this.#take();
    return this.#node(start, { kind: 'number', value: numberOf(text, isPercent) });
  }

  #text(): Node {
    const { start, text } = this.#take();
    const result = readText(text);
    if ('problem' in result) throw new FaultError(start, result.problem);
    return this.#node(start, { kind: 'text', value: result.content });
  }

  #name(): Node {
    const { start, text: name } = this.#take();
    if (name === 'true' || name === 'false')
      return this.#node(start, { kind: 'truth', value: name === 'true' });
    if (!this.#takeIf('(')) return this.#node(start, { kind: 'name', name });
    return this.#node(start, { kind: 'call', owner: null, name, args: this.#list(')') });
  }

  /** The nodes up to a closing sign. */
  #list(closing: string): readonly Node[] {
    const items: Node[] = [];
    while (!this.#takeIf(closing)) {
      if (items.length > 0 && !this.#takeIf(',')) this.#expect(closing);
      if (items.length > 0 && this.#takeIf(closing)) break;
      items.push(this.#expression(0));
    }
    return items;
  }
}

type Signs = Readonly<Record<ComparisonSign, ComparisonSign>>;

/** Each sign's opposite. */
export const NEGATED = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
} as const satisfies Signs;

/** Each sign as it reads from the other side. */
export const TURNED = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
} as const satisfies Signs;

/**
 * The sides of a comparison with a constant, turned so that the constant is on the right: `10% > worse()` is
 * `worse() < 10%`. `limit` is the constant, or null if neither side is one.
 */
export function compareWithConstant<Sign extends ComparisonSign>(
  [left, right]: NodeOf<'comparison'>['sides'],
  sign: Sign,
) {
  const constant = constantOf(left);
  return constant === null
    ? { side: left, other: right, sign, limit: constantOf(right) }
    : { side: right, other: left, sign: TURNED[sign], limit: constant };
}

function constantOf(node: Node): number | null {
  if (node.kind === 'number') return node.value;
  const constant = node.kind === 'minus' ? constantOf(node.operand) : null;
  return constant === null ? null : -constant;
}
