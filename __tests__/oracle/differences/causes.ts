// What in a native query makes Druid differ from the embedded engine. It is read from the query and from the
// events that it is about, never from the answers.
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

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every object in a value. */
export function parts(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(parts);
  return isObject(value) ? [value, ...Object.values(value).flatMap(parts)] : [];
}

type Call = Extract<Tree, { is: 'call' }>;

/** Every call in an expression. */
function callsOf(expression: unknown): Call[] {
  const within = (tree: Tree): Call[] => (tree.is === 'call' ? [tree, ...tree.args.flatMap(within)] : []);
  return typeof expression === 'string' ? within(read(expression)) : [];
}

/** The names that an expression reads. */
function namesIn(tree: Tree): string[] {
  if (tree.is === 'name') return [tree.name];
  return tree.is === 'call' ? tree.args.flatMap(namesIn) : [];
}

function virtualColumn(name: unknown, query: Json): Json | undefined {
  return parts(query['virtualColumns']).find((column) => column['name'] === name);
}

/** The kinds of the names that a query may read of events. */
function kindsOf(query: Json): KindOf {
  const kindOf = (name: string): Kind => {
    const column = virtualColumn(name, query);
    if (typeof column?.['type'] !== 'string') return columnKind(name);
    if (column['type'] !== 'expression') return 'text';
    const computed = interpret(String(column['expression']), (inner) => ({
      kind: kindOf(inner),
      value: null,
    }));
    const { outputType } = column;
    return typeof outputType === 'string' ? converted(computed, outputType).kind : computed.kind;
  };
  return kindOf;
}

/** The kinds of the names that an expression over a query's outputs may read. */
function outputKindsOf(query: Json): KindOf {
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

function aggregationsOf(query: Json): Json[] {
  return parts(query['aggregations']).filter(({ type }) => type !== 'filtered');
}

function kindOfAggregation(type: string): Kind {
  if (type.startsWith('string')) return 'text';
  return /^(count|quantilesDoublesSketch|long.*)$/.test(type) ? 'long' : 'double';
}

function kindIn(tree: Tree, query: Json): Kind {
  const kindOf = outputKindsOf(query);
  return evaluateTree(tree, (name) => ({ kind: kindOf(name), value: null })).kind;
}

/** Whether a sum of whole numbers may go beyond 64 bits; that of a virtual column always may. */
export function isLargeSum({ type, fieldName }: Json, events: readonly Event[]): boolean {
  if (type !== 'longSum') return false;
  if (typeof fieldName !== 'string' || columnKind(fieldName) === 'none') return true;
  return events.some((event) => Math.abs(toNumber(event[fieldName] ?? null) ?? 0) >= 2 ** 62);
}

/** Whether a part has a product or a power beyond 62 bits for an event, or perhaps for a group. */
export function overflows({ expression }: Json, query: Json, events: readonly Event[]): boolean {
  return callsOf(expression).some((tree) => {
    if (!['^', '*'].includes(tree.name)) return false;
    if (namesIn(tree).some((name) => aggregationsOf(query).some((one) => one['name'] === name))) return true;
    return events.some((event) => {
      const valueOf = (name: string): Typed => {
        const column = virtualColumn(name, query)?.['expression'];
        return typeof column === 'string'
          ? interpret(column, (inner) => (inner === name ? { kind: 'none', value: null } : valueOf(inner)))
          : { kind: columnKind(name), value: event[name] ?? null };
      };
      const [one, other] = tree.args.map((arg) => Number(evaluateTree(arg, valueOf).value ?? Number.NaN));
      const result = tree.name === '*' ? (one ?? 0) * (other ?? 0) : (one ?? 0) ** (other ?? 0);
      return Math.abs(result) >= 2 ** 62;
    });
  });
}

/** Whether an aggregation of numbers reads an expression that gives text. */
export function isNumberOfText({ type, fieldName, expression }: Json, query: Json): boolean {
  const kindOf = kindsOf(query);
  if (!/^(long|double|float)|^quantiles/.test(String(type))) return false;
  if (typeof fieldName === 'string') {
    const column = virtualColumn(fieldName, query);
    return (
      column?.['type'] === 'expression' && column['outputType'] === undefined && kindOf(fieldName) === 'text'
    );
  }
  return (
    typeof expression === 'string' &&
    interpret(expression, (name) => ({ kind: kindOf(name), value: null })).kind === 'text'
  );
}

/** Whether a name is a virtual column that reads a column that no event has, or is null for each event. */
export function readsNothing(name: unknown, query: Json): boolean {
  const column = virtualColumn(name, query);
  if (column?.['type'] !== 'expression') return false;
  const tree = read(String(column['expression']));
  const names = namesIn(tree);
  if (names.length === 0) return evaluateTree(tree, () => ({ kind: 'none', value: null })).value === null;
  return names.some((inner) => kindsOf(query)(inner) === 'none' || readsNothing(inner, query));
}

/** Whether an expression calls a function of a number with text. */
export function isFunctionOfText({ expression }: Json, query: Json): boolean {
  return callsOf(expression).some(
    ({ name, args: [first] }) =>
      /^(abs|round|floor|ceil|minus)$/i.test(name) && first !== undefined && kindIn(first, query) === 'text',
  );
}

/** Whether a part has an expression that chooses between values of several kinds. */
export function mixesTypes({ expression }: Json, query: Json): boolean {
  return callsOf(expression).some(({ name, args }) => {
    const results = resultsOf(name.toLowerCase(), args).filter(
      (one) => one.is !== 'value' || one.kind !== 'none',
    );
    return new Set(results.map((one) => kindIn(one, query))).size > 1;
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
  const isOutput = parts([query['aggregations'], query['postAggregations']]).some(
    (one) => one['name'] === name,
  );
  if (kind === 'long' || isOutput) return number === null || !Number.isInteger(number);
  return kind === 'double' && number === null;
}

/** Whether a part compares a column, which may be null, with one text that it cannot have. */
export function isNoNumberSelector(part: Json, query: Json, events: readonly Event[]): boolean {
  const { type, dimension, value, values } = part;
  if (typeof dimension !== 'string' || part['extractionFn'] !== undefined) return false;
  const isOfEvents = virtualColumn(dimension, query) === undefined && columnKind(dimension) !== 'none';
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

/** Whether a part cuts texts or asks which comes first, where a character beyond U+FFFF is among them. */
export function cutsOrComparesTexts(part: Json, query: Json, events: readonly Event[]): boolean {
  const { type, matchValueType, expression } = part;
  const reads =
    (type === 'range' && matchValueType === 'STRING') ||
    callsOf(expression).some(
      ({ name, args }) =>
        /^(strlen|substring|replace)$/.test(name) ||
        (/^[<>]/.test(name) && args.every((one) => kindIn(one, query) === 'text')),
    );
  return reads && BEYOND.test(JSON.stringify([query, events]));
}
