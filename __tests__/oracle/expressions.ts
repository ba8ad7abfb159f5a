import { callFunction } from './functions.ts';
import { compared, isTrue, readNumber, type Truth, type Typed, type Value } from './values.ts';

/** Gives the value of a name. */
type Lookup = (name: string) => Typed;

const parsed = new Map<string, Tree>();

/** The value of a Druid expression. */
export function interpret(expression: string, lookup: Lookup): Typed {
  const tree = parsed.get(expression) ?? read(expression);
  parsed.set(expression, tree);
  return evaluateTree(tree, lookup);
}

/** The value of a parsed expression. */
export function evaluateTree(tree: Tree, lookup: Lookup): Typed {
  switch (tree.is) {
    case 'value':
      return { kind: tree.kind, value: tree.value };
    case 'name':
      return lookup(tree.name);
    case 'call':
      return call(
        tree.name,
        tree.args.map((arg) => evaluateTree(arg, lookup)),
      );
  }
}

function call(name: string, args: readonly Typed[]): Typed {
  const [a = NONE, b = NONE] = args;
  switch (name) {
    case 'not':
      return logical(negated(isTrue(a)));
    case 'minus':
      return a.kind === 'long'
        ? { kind: 'long', value: a.value === null ? null : 0 - Number(a.value) }
        : { kind: 'double', value: mapped(readNumber(a.value), (number) => -number) };
    case '&&':
      return logical(both(isTrue(a), isTrue(b)));
    case '||':
      return logical(negated(both(negated(isTrue(a)), negated(isTrue(b)))));
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '==':
    case '!=':
      return logical(compared(name, a, b));
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '^':
      return arithmetic(name, a, b);
    default:
      return callFunction(name, args);
  }
}

const NONE: Typed = { kind: 'none', value: null };
function both(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

function negated(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

function logical(truth: Truth): Typed {
  return { kind: 'long', value: truth === null ? null : Number(truth) };
}

function arithmetic(operator: string, a: Typed, b: Typed): Typed {
  const isText = [a, b].every(({ kind }) => kind === 'text' || kind === 'none');
  if (operator === '+' && isText) {
    return { kind: 'text', value: a.value === null || b.value === null ? null : `${a.value}${b.value}` };
  }
  if (a.kind === 'long' && b.kind === 'long')
    return { kind: 'long', value: whole(operator, a.value, b.value) };
  const [x, y] = [readNumber(a.value), readNumber(b.value)];
  if (x === null || y === null) return { kind: 'double', value: null };
  const results: Readonly<Record<string, number>> = {
    '+': x + y,
    '-': x - y,
    '*': x * y,
    '/': x / y,
    '%': x % y,
    '^': x ** y,
  };
  return { kind: 'double', value: results[operator] ?? null };
}

/** Arithmetic on whole numbers of 64 bits; results that do not fit are null. */
function whole(operator: string, a: Value, b: Value): number | null {
  if (typeof a !== 'number' || typeof b !== 'number') return null;
  const [x, y] = [BigInt(a), BigInt(b)];
  if ((operator === '/' || operator === '%') && y === 0n) return null;
  if (operator === '^' && (y < 0n || y > 1000n))
    return y < 0n ? null : Math.abs(a) > 1 ? null : a ** (b % 2 === 0 ? 2 : 1);
  const results: Readonly<Record<string, () => bigint>> = {
    '+': () => x + y,
    '-': () => x - y,
    '*': () => x * y,
    '/': () => x / y,
    '%': () => x % y,
    '^': () => x ** y,
  };
  const result = results[operator]?.() ?? 0n;
  return BigInt.asIntN(64, result) === result ? Number(result) : null;
}

function mapped(value: number | null, change: (value: number) => number): number | null {
  return value === null ? null : change(value);
}

/** A Druid expression, parsed independently of the product's parser. */
export type Tree =
  | {
      readonly is: 'value';
      readonly kind: 'text' | 'long' | 'double' | 'none';
      readonly value: string | number | null;
    }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Tree[] };

/** The precedence of operators: the unary `!` and `-` bind tightest, the logical operators least. */
const STRENGTH: Readonly<Record<string, number>> = {
  '&&': 1,
  '||': 1,
  '<': 2,
  '<=': 2,
  '>': 2,
  '>=': 2,
  '==': 2,
  '!=': 2,
  '+': 3,
  '-': 3,
  '*': 4,
  '/': 4,
  '%': 4,
  '^': 5,
};

const WORDS =
  /\s*(?:('(?:\\.|[^'\\])*')|("(?:\\.|[^"\\])*")|(\d*\.\d+(?:[eE][+-]?\d+)?|\d+\.?(?:[eE][+-]?\d+)?)|([A-Za-z_$][\w$]*)|(<=|>=|==|!=|&&|\|\||[-+*/%^<>!(),]))/y;

/** Parses an expression. */
export function read(text: string): Tree {
  const words: string[] = [];
  WORDS.lastIndex = 0;
  for (let match = WORDS.exec(text); match !== null; match = WORDS.exec(text))
    words.push(match[0].trimStart());
  const tree = operators(words, 0);
  if (words.length > 0) throw new Error(`left over: ${words.join(' ')}`);
  return tree;
}

function operators(words: string[], least: number): Tree {
  let left = single(words);
  for (;;) {
    const operator = words[0] ?? '';
    const strength = STRENGTH[operator];
    if (strength === undefined || strength < least) return left;
    words.shift();
    const right = operators(words, operator === '^' ? strength : strength + 1);
    left = { is: 'call', name: operator, args: [left, right] };
  }
}

function single(words: string[]): Tree {
  const word = words.shift() ?? '';
  if (word === '!') return { is: 'call', name: 'not', args: [single(words)] };
  if (word === '-') return { is: 'call', name: 'minus', args: [single(words)] };
  if (word === '(') {
    const inner = operators(words, 0);
    words.shift();
    return inner;
  }
  if (word.startsWith("'")) return { is: 'value', kind: 'text', value: unescape(word) };
  if (word.startsWith('"')) return { is: 'name', name: unescape(word) };
  if (/^[\d.]/.test(word))
    return { is: 'value', kind: /[.eE]/.test(word) ? 'double' : 'long', value: Number(word) };
  if (words[0] === '(') return { is: 'call', name: word, args: args(words) };
  return word === 'null' ? { is: 'value', kind: 'none', value: null } : { is: 'name', name: word };
}

function args(words: string[]): Tree[] {
  const list: Tree[] = [];
  words.shift();
  while (words[0] !== ')') {
    list.push(operators(words, 0));
    if (words[0] === ',') words.shift();
  }
  words.shift();
  return list;
}

function unescape(word: string): string {
  return word
    .slice(1, -1)
    .replace(/\\u([0-9a-fA-F]{4})|\\(.)/gs, (_all, code?: string, plain?: string) =>
      code === undefined ? (plain ?? '') : String.fromCharCode(parseInt(code, 16)),
    );
}
