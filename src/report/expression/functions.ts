// Evaluates calls in an assertion: functions that read numbers (`share("a")`), sets (`below("17")`), methods
// of texts (`r.key.contains("Pro")`) and `size`. Called by `evaluate.ts`.
import { nearestWord } from '../../text/nearest.ts';
import {
  type FunctionCall,
  READ_FUNCTIONS,
  isRowNumber,
  isSetFunction,
  isTableFunction,
  MAX_SET_KEYS,
  RowSet,
  SET_EXAMPLES,
} from './calls.ts';
import {
  operand,
  type Scope,
  asText,
  describe,
  fault,
  readsOf,
  type Text,
  truth,
  type Value,
} from './values.ts';
import { INSIGHT } from './insights.ts';
import { evaluateLoop, LOOPS, sizeOf } from './lists.ts';
import { exactNumber, rangeBetween, unknownNumber } from './number-range.ts';
import { findPatternProblem, matchesPattern } from './pattern.ts';
import {
  evaluateInsight,
  evaluateOwner,
  evaluateRowsOnce,
  faultOfInsight,
  faultOfList,
  requireEarlier,
  requireOwn,
} from './read.ts';
import type { NodeOf } from './syntax.ts';

type Call = NodeOf<'call'>;

/** Evaluates a function, `total()`, or a method, `os.total()` or `r.key.contains("Pro")`. */
export function evaluateCall(node: Call, scope: Scope): Value {
  const { name } = node;
  if (node.owner === null) return evaluateFunction(node, scope);
  const loop = LOOPS.find((each) => each === name);
  if (loop !== undefined) return evaluateLoop(node, loop, node.owner, scope);
  if (name === 'size') return evaluateSize(node, [node.owner, ...node.args], scope);
  const owner = evaluateOwner(node.owner, `${name}()`, scope);
  if (owner.kind === 'insight') {
    if (!READ_FUNCTIONS.has(name)) return faultOfInsight(node, owner.name, `${name}()`);
    return evaluateRead(node, owner.name, scope);
  }
  if (owner.kind === 'list') return faultOfList(node);
  const subject = asText(owner);
  const method = TEXT_METHODS.get(name);
  if (subject === null || method === undefined) return unknownFunction(node, scope);
  return evaluateMethod(node, method, subject, scope);
}

function evaluateFunction(node: Call, scope: Scope): Value {
  const { name } = node;
  if (READ_FUNCTIONS.has(name)) {
    requireOwn(node, `${name}(…)`, scope);
    return evaluateRead(node, null, scope);
  }
  if (isSetFunction(name))
    return name === 'only' ? evaluateOnly(node, scope) : evaluateSet(node, name, scope);
  if (name === INSIGHT) return evaluateInsight(node, scope);
  return name === 'size' ? evaluateSize(node, node.args, scope) : unknownFunction(node, scope);
}

/** Reads a number of an insight (null: the threshold's own). */
function evaluateRead(node: Call, insight: string | null, scope: Scope): Value {
  const { name } = node;
  const values = node.args.map((arg) => operand(arg, scope));
  const call = callOf(name, insight, values);
  if (call === null) return wrongArguments(node, values);
  requireEarlier(node, name, insight, scope);
  // A key or an output that is not known leaves the number unknown, for the same reason.
  const unknownText = values.map(asText).find((each) => each?.value === null);
  if (unknownText != null && scope.checked === undefined)
    return unknownNumber(unknownText.reason).with({ from: unknownText.from });
  scope.checked?.places.set(call, node.at);
  const result = scope.reader.read(call);
  return result.with({ from: readsOf([result, ...values]) });
}

/**
 * The call of a function, `share("iOS 15")` or `total("Users")`, as data; null if it does not take these
 * arguments. A set of rows has no rank.
 */
function callOf(name: string, insight: string | null, values: readonly Value[]): FunctionCall | null {
  const [row, named, ...others] = isRowNumber(name) ? values : [undefined, ...values];
  const output = named && asText(named);
  if (others.length > 0 || output === null) return null;
  const source = { insight, output: output === undefined ? null : (output.value ?? undefined) };
  if (isTableFunction(name)) return { ...source, name };
  if (!isRowNumber(name) || row === undefined) return null;
  if (row.kind === 'set') return name === 'rank' ? null : { ...source, name, row: row.set };
  const key = asText(row);
  return key && { ...source, name, row: key.value };
}

/** `only(below("17"))` */
function evaluateOnly(node: Call, scope: Scope): Value {
  const values = node.args.map((arg) => operand(arg, scope));
  const [inner, ...others] = values;
  if (inner?.kind !== 'set' || others.length > 0) return wrongArguments(node, values);
  const { kind, texts } = inner.set;
  return { ...inner, set: new RowSet(kind, texts, true) };
}

/** A set of rows: `oneOf("4.1", "4.2")`, or a function of one text. */
function evaluateSet(node: Call, name: RowSet['kind'], scope: Scope): Value {
  const { args } = node;
  const values = args.map((arg) => operand(arg, scope));
  const most = name === 'oneOf' ? MAX_SET_KEYS : 1;
  const isCountRight = values.length > 0 && values.length <= most;
  if (!isCountRight || values.some((value) => asText(value) === null)) return wrongArguments(node, values);
  // What is queried must be known before the evaluation, so the texts cannot be computed.
  const texts = args.flatMap((arg) => (arg.kind === 'text' ? arg.value : []));
  if (texts.length < args.length)
    fault(node, `the texts of ${name}(…) have to be written out in quotes: ${SET_EXAMPLES[name]}`);
  const set = new RowSet(name, texts);
  const problem = findSetProblem(set);
  if (problem !== null) fault(node, problem);
  return { kind: 'set', set, from: readsOf(values) };
}

/** What is wrong with a set, in words; null if nothing is. */
function findSetProblem({ kind, texts: [first = ''] }: RowSet): string | null {
  if (kind === 'matches') return findPatternProblem(first);
  if ((kind === 'below' || kind === 'atLeast') && !/[0-9]/.test(first))
    return `${kind} takes a version with a number in it: ${SET_EXAMPLES[kind]}`;
  return null;
}

/** `size(rows)` or `rows.size()`; of a text, the number of its characters. */
function evaluateSize(node: Call, args: Call['args'], scope: Scope): Value {
  const [argument, ...others] = args;
  if (argument === undefined || others.length > 0) return unknownFunction(node, scope);
  const value = evaluateRowsOnce(argument, scope);
  if (value.kind === 'list') return sizeOf(value);
  const subject = asText(value);
  if (subject === null) return fault(node, `size takes a list or a text, not ${describe(value)}`);
  const { value: content, reason, from } = subject;
  const size = content === null ? rangeBetween(0, Infinity, reason) : exactNumber(Array.from(content).length);
  return size.with({ from, unit: 'count' });
}

type Method = (text: string, argument: string) => boolean;

const TEXT_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['startsWith', (subject, part) => subject.startsWith(part)],
  ['endsWith', (subject, part) => subject.endsWith(part)],
  ['contains', (subject, part) => subject.includes(part)],
  ['matches', (subject, pattern) => matchesPattern(pattern, subject)],
]);

/** Evaluates a method of a text: `r.key.contains("Pro")`. */
function evaluateMethod(node: Call, method: Method, subject: Text, scope: Scope): Value {
  const values = node.args.map((arg) => operand(arg, scope));
  const [argument = null, ...others] = values.map(asText);
  const [argumentNode] = node.args;
  if (argument === null || argumentNode === undefined || others.length > 0)
    return wrongArguments(node, values);
  if (node.name === 'matches') requirePattern(argumentNode);
  const from = readsOf([subject, argument]);
  const [content, part] = [subject.value, argument.value];
  if (content !== null && part !== null) return truth(method(content, part), from);
  return truth(null, from, { reason: subject.reason ?? argument.reason });
}

/** A pattern is checked before anything is queried. */
function requirePattern(node: Call['args'][number]): void {
  if (node.kind !== 'text')
    fault({ at: node.start }, 'the pattern of matches(…) has to be written out in quotes');
  const problem = findPatternProblem(node.value);
  if (problem !== null) fault(node, problem);
}

function unknownFunction(node: Call, scope: Scope): never {
  const { name } = node;
  const functionNames = [...READ_FUNCTIONS, ...Object.keys(SET_EXAMPLES)];
  // It exists, but not as a method of this owner.
  if (functionNames.includes(name))
    return wrongArguments(
      node,
      node.args.map((arg) => operand(arg, scope)),
    );
  const why = `there is no function ${name}`;
  const hint = nearestWord(name, functionNames);
  if (hint === null) return fault(node, `${why}; there are ${functionNames.join(', ')}`);
  return fault(node, why, hint);
}

/** What is wrong with the arguments of a function: an example shows what it takes. */
function wrongArguments(node: Call, values: readonly Value[]): never {
  return fault(
    node,
    `${node.name} is written ${exampleOf(node.name)}, not with (${values.map(describe).join(', ')})`,
  );
}

function exampleOf(name: string): string {
  if (name === 'oneOf') return `${SET_EXAMPLES.oneOf} with up to ${MAX_SET_KEYS} keys`;
  if (isSetFunction(name)) return SET_EXAMPLES[name];
  if (TEXT_METHODS.has(name)) return `r.key.${name}("4.")`;
  if (isTableFunction(name)) return `${name}() or ${name}("Users")`;
  return `${name}("a") or ${name}("a", "Users")`;
}
