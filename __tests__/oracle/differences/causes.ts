import { evaluateTree, interpret, read, type Tree } from '../expressions.ts';
import {
  columnKind,
  converted,
  type Event,
  type Kind,
  type KindOf,
  toNumber,
  type Typed,
} from '../values.ts';
import type { Json } from './cells.ts';
import { namesIn, outputsOf, parts } from './reach.ts';

/** The kinds of the names that a query may read of events. */
function kindsOf(query: Json): KindOf {
  const columns = parts(query['virtualColumns']);
  const kindOf = (name: string): Kind => {
    const column = columns.find((one) => one['name'] === name && typeof one['type'] === 'string');
    if (column === undefined) return columnKind(name);
    if (column['type'] !== 'expression') return 'text';
    const found = interpret(String(column['expression']), (inner) => ({ kind: kindOf(inner), value: null }));
    const { outputType } = column;
    return typeof outputType === 'string' ? converted(found, outputType).kind : found.kind;
  };
  return kindOf;
}

/** The kinds of the names that an expression over a query's outputs may read. */
export function outputKindsOf(query: Json): KindOf {
  const posts = parts(query['postAggregations']).filter(({ type }) =>
    /^(long|double|arithmetic|constant)/.test(String(type)),
  );
  const kinds = new Map(
    [...posts, ...aggregationsOf(query)].map(({ type, name }) => [
      String(name),
      kindOfAggregation(String(type)),
    ]),
  );
  return (name) => kinds.get(name) ?? kindsOf(query)(name);
}

function kindOfAggregation(type: string): Kind {
  if (type.startsWith('string')) return 'text';
  return /^(count|quantilesDoublesSketch|long.*)$/.test(type) ? 'long' : 'double';
}

/** Whether a sum of whole numbers may go beyond 64 bits; that of a virtual column always may. */
export function isLargeSum({ type, fieldName }: Json, events: readonly Event[]): boolean {
  if (type !== 'longSum') return false;
  if (typeof fieldName !== 'string' || columnKind(fieldName) === 'none') return true;
  return events.some((event) => Math.abs(toNumber(event[fieldName] ?? null) ?? 0) >= 2 ** 62);
}

export function isNumberOfText({ type, fieldName, expression }: Json, query: Json): boolean {
  const kindOf = kindsOf(query);
  if (!/^(long|double|float)|^quantiles/.test(String(type))) return false;
  if (typeof fieldName === 'string') {
    const column = parts(query['virtualColumns']).find(({ name }) => name === fieldName);
    return (
      column?.['type'] === 'expression' && column['outputType'] === undefined && kindOf(fieldName) === 'text'
    );
  }
  return (
    typeof expression === 'string' &&
    interpret(expression, (name) => ({ kind: kindOf(name), value: null })).kind === 'text'
  );
}

/**
 * Whether a name is a virtual column that is no column of fractions, and whose type Druid cannot tell: it
 * reads a column that no event has.
 */
export function isOfUnknownType(name: unknown, query: Json): boolean {
  const column = parts(query['virtualColumns']).find((one) => one['name'] === name);
  if (column?.['outputType'] !== undefined || kindsOf(query)(String(name)) === 'double') return false;
  return readsNothing(name, query);
}

/** Whether a name is a virtual column that reads a column that no event has, or is null for each event. */
export function readsNothing(name: unknown, query: Json): boolean {
  const column = parts(query['virtualColumns']).find(
    (one) => one['name'] === name && one['type'] === 'expression',
  );
  if (column === undefined) return false;
  const isUnknown = (tree: Tree): boolean => {
    if (tree.is === 'name') return kindsOf(query)(tree.name) === 'none' || isOfUnknownType(tree.name, query);
    return tree.is === 'call' && tree.args.some(isUnknown);
  };
  const tree = read(String(column['expression']));
  return isUnknown(tree) || isNullConstant(tree);
}

/** Whether an expression reads no column, and is null. */
function isNullConstant(tree: Tree): boolean {
  const hasNames = (one: Tree): boolean =>
    one.is === 'name' || (one.is === 'call' && one.args.some(hasNames));
  return !hasNames(tree) && evaluateTree(tree, () => ({ kind: 'none', value: null })).value === null;
}

/** Whether an expression calls a function of a number with text. */
export function isFunctionOfText({ expression }: Json, query: Json): boolean {
  if (typeof expression !== 'string') return false;
  const kindOf = outputKindsOf(query);
  const lookup = (name: string): Typed => ({ kind: kindOf(name), value: null });
  const concerns = (tree: Tree): boolean => {
    if (tree.is !== 'call') return false;
    const [first] = tree.args;
    const isOfText = first !== undefined && evaluateTree(first, lookup).kind === 'text';
    return (isOfText && /^(abs|round|floor|ceil|minus)$/i.test(tree.name)) || tree.args.some(concerns);
  };
  return concerns(read(expression));
}

/** Whether a part has an expression that chooses between values of several kinds. */
export function mixesTypes({ expression }: Json, query: Json): boolean {
  return typeof expression === 'string' && holdsMixed(read(expression), outputKindsOf(query));
}

function holdsMixed(tree: Tree, kindOf: KindOf): boolean {
  return tree.is === 'call' && (isMixed(tree, kindOf) || tree.args.some((one) => holdsMixed(one, kindOf)));
}

/** Whether a call itself chooses between values of several kinds. */
function isMixed(tree: Tree, kindOf: KindOf): boolean {
  if (tree.is !== 'call') return false;
  const kind = (one: Tree): Kind => evaluateTree(one, (name) => ({ kind: kindOf(name), value: null })).kind;
  const results = resultsOf(tree.name.toLowerCase(), tree.args);
  return new Set(results.filter((one) => one.is !== 'value' || one.kind !== 'none').map(kind)).size > 1;
}

/** Whether a part adds something to a choice between text and numbers. */
export function addsToMixed({ expression }: Json, query: Json): boolean {
  const kindOf = outputKindsOf(query);
  return callsOf(expression).some(
    ({ name, args }) => name === '+' && args.some((one) => isMixed(one, kindOf)),
  );
}

function wholeOf(tree: Tree, kindOf: KindOf): boolean {
  return evaluateTree(tree, (name) => ({ kind: kindOf(name), value: null })).kind === 'long';
}

/** Whether an expression decides, divides or cuts something by a choice between kinds of values. */
export function decidesByMixed(expression: string, kindOf: KindOf): boolean {
  const decides = (tree: Tree): boolean => {
    if (tree.is !== 'call') return false;
    const results = resultsOf(tree.name.toLowerCase(), tree.args);
    const isDivided = tree.name === '/' && tree.args.some((one) => wholeOf(one, kindOf));
    const isCut = /^(substring|regexp_extract)$/.test(tree.name);
    if (isCut && holdsMixed(tree, kindOf)) return true;
    const conditions =
      isDivided || /^(not|&&|\|\|)$/.test(tree.name)
        ? tree.args
        : tree.args.filter((arg) => results.length > 0 && !results.includes(arg));
    return conditions.some((one) => isMixed(one, kindOf)) || tree.args.some(decides);
  };
  return decides(read(expression));
}

/** Whether a part of a filter compares, as text, a virtual column that chooses between kinds of values. */
export function comparesMixed({ type, dimension, column, dimensions }: Json, query: Json): boolean {
  if (!/^(selector|in|regex|like|search|equals|columnComparison)$/.test(String(type))) return false;
  const names: readonly unknown[] = [dimension, column, dimensions].flat();
  return names.some((name) => {
    const expression = virtualColumn(String(name), query);
    if (expression === undefined) return false;
    const kindOf = outputKindsOf(query);
    return (
      isMixed(read(expression), kindOf) || (dimensions !== undefined && mixesTypes({ expression }, query))
    );
  });
}

function resultsOf(name: string, args: readonly Tree[]): readonly Tree[] {
  const isLast = (index: number): boolean => index === args.length - 1;
  if (name === 'nvl') return args;
  if (name === 'if' || name === 'case_searched')
    return args.filter((_arg, index) => index % 2 === 1 || (isLast(index) && args.length % 2 === 1));
  if (name === 'case_simple')
    return args.filter(
      (_arg, index) => index > 0 && (index % 2 === 0 || (isLast(index) && args.length % 2 === 0)),
    );
  return [];
}

/** Whether a text is no number that a column of numbers may have. An output may be one. */
function isNoNumberOf(name: string, text: string, query: Json): boolean {
  const [kind, number] = [kindsOf(query)(name), toNumber(text)];
  if (kind === 'long' || outputsOf(query).includes(name)) return number === null || !Number.isInteger(number);
  return kind === 'double' && number === null;
}

function aggregationsOf(query: Json): Json[] {
  return parts(query['aggregations']).filter(({ type }) => type !== 'filtered');
}

/** Whether a part compares a column, which may be null, with one text that it cannot have. */
export function isNoNumberSelector(part: Json, query: Json, events: readonly Event[]): boolean {
  const { type, dimension, value, values } = part;
  if (typeof dimension !== 'string' || part['extractionFn'] !== undefined) return false;
  const isVirtual = parts(query['virtualColumns']).some(({ name }) => name === dimension);
  const isOfEvents = !isVirtual && columnKind(dimension) !== 'none';
  if (isOfEvents && events.every((event) => event[dimension] !== null)) return false;
  if (type === 'selector') return isNoNumberOf(dimension, String(value), query);
  const distinct = [...new Set(type === 'in' && Array.isArray(values) ? values : [])];
  return distinct.length === 1 && isNoNumberOf(dimension, String(distinct[0]), query);
}

/** Whether a part can stop a query on Druid. */
export function canFail({ type, expression }: Json, query: Json): boolean {
  const isText = (tree: Tree): boolean => ['text', 'none'].includes(kindIn(tree, query));
  return (
    /^(hyperUniqueCardinality|zscore2sample|greaterThan|lessThan|equalTo)$/.test(String(type)) ||
    callsOf(expression).some(
      ({ name, args }) => /^([/%^]|replace)$/.test(name) || (/^[-*]$/.test(name) && args.every(isText)),
    )
  );
}

/** Characters of two UTF-16 units. */
export const BEYOND = /[\u{10000}-\u{10FFFF}]/u;
/** Characters that come before these, but after their units. */
export const BELOW = /[\uE000-\uFFFF]/;

/** Whether a part cuts a text beyond U+FFFF, or asks if one comes before U+E000 to U+FFFF. */
export function cutsOrComparesTexts(part: Json, query: Json, events: readonly Event[]): boolean {
  const holds = (trees: readonly Tree[], pattern: RegExp): boolean =>
    trees.some((tree) => mayHold(tree, pattern, query, events));
  const { type, column, lower, upper, expression } = part;
  if (type === 'range' && part['matchValueType'] === 'STRING') {
    const trees = [lower, upper].map((bound): Tree => ({ is: 'value', kind: 'text', value: String(bound) }));
    const all = [...trees, { is: 'name', name: String(column) } as const];
    return holds(all, BEYOND) && holds(all, BELOW);
  }
  return callsOf(expression).some(({ name, args }) => {
    const [first, second] = args;
    const isCut =
      name === 'substring' || (name === 'replace' && second?.is === 'value' && second.value === '');
    if (isCut) return first !== undefined && holds([first], BEYOND);
    const isOrder = /^[<>]/.test(name) && args.every((one) => kindIn(one, query) === 'text');
    return isOrder && holds(args, BEYOND) && holds(args, BELOW);
  });
}

/** Whether a part has a product or a power beyond 62 bits for an event, or perhaps for a group. */
export function overflows({ expression }: Json, query: Json, events: readonly Event[]): boolean {
  return callsOf(expression).some((tree) => {
    if (!['^', '*'].includes(tree.name)) return false;
    if (namesIn(tree).some((name) => aggregationsOf(query).some((one) => one['name'] === name))) return true;
    return events.some((event) => {
      const valueOf = (name: string): Typed => {
        const column = virtualColumn(name, query);
        return column === undefined
          ? { kind: columnKind(name), value: event[name] ?? null }
          : interpret(column, (inner) => (inner === name ? { kind: 'none', value: null } : valueOf(inner)));
      };
      const [one, other] = tree.args.map((arg) => Number(evaluateTree(arg, valueOf).value ?? Number.NaN));
      const result = tree.name === '*' ? (one ?? 0) * (other ?? 0) : (one ?? 0) ** (other ?? 0);
      return Math.abs(result) >= 2 ** 62;
    });
  });
}

/** Every call in an expression. */
function callsOf(expression: unknown): Extract<Tree, { is: 'call' }>[] {
  const within = (tree: Tree): Extract<Tree, { is: 'call' }>[] =>
    tree.is === 'call' ? [tree, ...tree.args.flatMap(within)] : [];
  return typeof expression === 'string' ? within(read(expression)) : [];
}

function virtualColumn(name: string, query: Json): string | undefined {
  const found = parts(query['virtualColumns']).find((one) => one['name'] === name);
  return typeof found?.['expression'] === 'string' ? found['expression'] : undefined;
}

function kindIn(tree: Tree, query: Json): Kind {
  const kindOf = outputKindsOf(query);
  return evaluateTree(tree, (name) => ({ kind: kindOf(name), value: null })).kind;
}

/** Whether a text like this is written in an expression, or in the columns that it reads. */
function mayHold(tree: Tree, pattern: RegExp, query: Json, events: readonly Event[]): boolean {
  if (tree.is === 'value') return pattern.test(String(tree.value));
  if (tree.is === 'call') return tree.args.some((one) => mayHold(one, pattern, query, events));
  const column = virtualColumn(tree.name, query);
  if (column !== undefined) return mayHold(read(column), pattern, query, events);
  if (columnKind(tree.name) === 'none') return aggregationsOf(query).some(({ name }) => name === tree.name);
  return events.some((event) => pattern.test(String(event[tree.name])));
}
