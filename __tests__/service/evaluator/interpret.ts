import { callFunction } from './functions.ts';
import { read, type Tree } from './syntax.ts';
import { compared, isTrue, type Truth, type Typed } from './typed.ts';
import { toNumber, type Value } from './values.ts';

/** What a name stands for. */
export type Lookup = (name: string) => Typed;

const parsed = new Map<string, Tree>();

/** The value of a Druid expression. */
export function interpret(expression: string, lookup: Lookup): Typed {
  const tree = parsed.get(expression) ?? read(expression);
  parsed.set(expression, tree);
  return evaluateTree(tree, lookup);
}

function evaluateTree(tree: Tree, lookup: Lookup): Typed {
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
        : { kind: 'double', value: mapped(toNumber(a.value), (number) => -number) };
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
  if (a.kind === 'long' && b.kind === 'long') return { kind: 'long', value: whole(operator, a.value, b.value) };
  const [x, y] = [toNumber(a.value), toNumber(b.value)];
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

/** Whole numbers of 64 bits; what has no place among them is null. */
function whole(operator: string, a: Value, b: Value): number | null {
  if (typeof a !== 'number' || typeof b !== 'number') return null;
  const [x, y] = [BigInt(a), BigInt(b)];
  if ((operator === '/' || operator === '%') && y === 0n) return null;
  if (operator === '^' && (y < 0n || y > 1000n))
    return y < 0n ? null : Math.abs(a) > 1 ? null : a ** (b % 2 === 0 ? 2 : 1);
  const results: Readonly<Record<string, () => bigint>> = {
    '+': () => x + y, '-': () => x - y, '*': () => x * y, '/': () => x / y, '%': () => x % y, '^': () => x ** y,
  }; // prettier-ignore
  const result = results[operator]?.() ?? 0n;
  return BigInt.asIntN(64, result) === result ? Number(result) : null;
}

function mapped(value: number | null, change: (value: number) => number): number | null {
  return value === null ? null : change(value);
}
