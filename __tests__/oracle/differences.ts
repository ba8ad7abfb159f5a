import type { Difference } from '../support/cluster/differences.ts';
import { inOrdering } from './orderings.ts';
import { evaluateTree, interpret, read, type Tree } from './expressions.ts';
import { columnKind, converted, type Event, type Kind, type KindOf, toNumber, type Typed } from './values.ts';

/** A query as it is sent to both engines, the events that it is about, and what Druid said if it failed. */
export interface Compared {
  readonly query: Json;
  readonly events: readonly Event[];
  readonly druidError: string | null;
  /** What Druid and the embedded engine answered, unless they failed. */
  readonly answers: readonly [unknown, unknown];
  /** Where the answers differ first, and how. */
  readonly at: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Whether a query over some events may show a difference; null if the generator makes no such queries. */
export const CONCERNS: Readonly<Record<Difference, ((compared: Compared) => boolean) | null>> = {
  // A few values are counted exactly, if they are rounded.
  'estimated counts': ({ query, at }) =>
    parts(query).some(
      ({ type, round }) => type === 'cardinality' && (round !== true || !/: [0-4] is not [0-4]$/.test(at)),
    ),
  'any value': ({ query }) => aggregations(query).some(({ type }) => String(type).endsWith('Any')),
  'no bytes': ({ query }) => aggregations(query).some(({ maxStringBytes }) => maxStringBytes === 0),
  'same time': ({ query }) =>
    aggregations(query).some(({ timeColumn }) => timeColumn !== undefined && timeColumn !== '__time'),
  'mean of nothing': ({ query, at }) =>
    aggregations(query).some(({ type }) => type === 'doubleMean') &&
    (at.endsWith(': 0 is not null') ||
      parts([query['postAggregations'], query['having'], query['metric']]).length > 0),
  // A `maxStringBytes` or a regular expression may cut the text off.
  'fractions as text': ({ query, events, answers, at }) =>
    (events.some((event) => Object.values(event).includes(5e-324)) && parts(query).some(isExtraction)) ||
    /[0-9]E-3[0-9]{2}/.test(JSON.stringify(answers)) ||
    areCutAlike(at, '4.9E-324', '5.0E-324'),
  'notation of numbers': ({ events, at }) =>
    /: "-?(NaN|Infinity)" is not null$/.test(at) ||
    events.some((event) =>
      Object.values(event).some(
        (one) => typeof one === 'string' && toNumber(one) === null && JAVA_NUMBER.test(one),
      ),
    ),
  'order of a scan': ({ query, druidError }) =>
    query['queryType'] === 'scan' &&
    /orders events by __time alone|by which the events are ordered/.test(druidError ?? ''),
  'type of a column': ({ query, at }) =>
    (at.includes('/rowSignature/') && at.includes('"FLOAT" is not')) ||
    parts(query['virtualColumns']).some(({ name }) => isOfUnknownType(name, query)) ||
    parts(query['filter']).some(
      ({ type, dimension }) => type === 'interval' && readsNothing(dimension, query),
    ),
  'large whole numbers': ({ query, events }) =>
    expressions(query).some((one) => one.includes('^')) ||
    expressions(query).some((one) => one.includes('*') && one.includes('time')) ||
    aggregations(query).some((one) => isLargeSum(one, events)),
  'clock changes': ({ query }) => {
    const written = JSON.stringify(query['granularity']);
    const isOfHours = written.includes('Australia/Lord_Howe') && written.includes('"PT');
    return isOfHours || (written.includes('"origin"') && /Berlin|St_Johns|Lord_Howe/.test(written));
  },
  'whole segments': null,
  'long rankings': null,
  'estimated quantiles': null,
  'numbers in text': ({ query }) => aggregations(query).some((one) => isNumberOfText(one, query)),
  'mixed types': ({ query }) => expressions(query).some((one) => mixesTypes(one, outputKindsOf(query))),
  failures: ({ query, druidError }) => {
    if (druidError === null) return false;
    const isFolded = expressions(query).some((one) => /[/%]|replace/.test(one));
    const isScore = parts(query['postAggregations']).some(({ type }) => type === 'zscore2sample');
    const isCutOff = isScore && druidError.includes('ends early');
    return (
      FAILURES.test(druidError) || isCutOff || (isFolded && druidError.includes('does not accept a part'))
    );
  },
  'functions of text': ({ query }) => expressions(query).some((one) => isFunctionOfText(one, query)),
  'characters beyond U+FFFF': (compared) => {
    const written = JSON.stringify([compared.query, compared.events]);
    const isCut = expressions(compared.query).some((one) => /substring|replace\(.*''/.test(one));
    const isOrdered = /[\uE000-\uFFFF]/.test(written) && ordersTexts(compared);
    return /[\u{10000}-\u{10FFFF}]/u.test(written) && (isCut || isOrdered);
  },
  'text on a column of numbers': ({ query }) =>
    selectors(query).some(([dimension, value]) => isNoNumberOf(dimension, value, query)),
  'equal versions': ({ query, events }) => orderings(query).some((ordering) => hasTies(ordering, events)),
};

const FAILURES =
  /first argument should be|by zero|Function\[(replace|cast)\]|sample size|success count|For input string|is not supported on type STRING/;
/** What Java's `Double.valueOf` reads, and our decimal notation does not. */
const JAVA_NUMBER =
  /^[+-]?(NaN|Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]|0[xX][\da-fA-F.]+[pP][+-]?\d+[fFdD]?)$/;

/** Every object in a query. */
function parts(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(parts);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Json, ...Object.values(value).flatMap(parts)];
}

function aggregations(query: Json): Json[] {
  return parts(query['aggregations']).filter(
    ({ type }) => typeof type === 'string' && AGGREGATION.test(type),
  );
}

const AGGREGATION =
  /^(long|double|float|string)(Sum|Min|Max|Mean|First|Last|Any)$|^(quantilesDoublesSketch|thetaSketch|cardinality|count)$/;

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
function outputKindsOf(query: Json): KindOf {
  const kinds = new Map(
    aggregations(query).map(({ type, name }) => [String(name), kindOfAggregation(String(type))]),
  );
  return (name) => kinds.get(name) ?? kindsOf(query)(name);
}

function kindOfAggregation(type: string): Kind {
  if (type.startsWith('string')) return 'text';
  return /^(count|quantilesDoublesSketch|long.*)$/.test(type) ? 'long' : 'double';
}

/** Whether a sum of whole numbers may go beyond 64 bits; that of a virtual column always may. */
function isLargeSum({ type, fieldName }: Json, events: readonly Event[]): boolean {
  if (type !== 'longSum') return false;
  if (typeof fieldName !== 'string' || columnKind(fieldName) === 'none') return true;
  return events.some((event) => Math.abs(toNumber(event[fieldName] ?? null) ?? 0) >= 2 ** 62);
}

/** Whether a query compares texts by their order, or its answers have the same rows in another order. */
function ordersTexts({ query, answers: [druid, embedded] }: Compared): boolean {
  const isRange = parts(query).some(
    ({ type, matchValueType }) => type === 'range' && matchValueType === 'STRING',
  );
  const isCompared = expressions(query).some((one) => /[<>]/.test(one));
  return isRange || isCompared || query['queryType'] === 'topN' || sortedRows(druid) === sortedRows(embedded);
}

function sortedRows(answer: unknown): string {
  return parts(answer)
    .map((row) => JSON.stringify(row))
    .sort()
    .join('\n');
}

function isNumberOfText({ type, fieldName, expression }: Json, query: Json): boolean {
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
function isOfUnknownType(name: unknown, query: Json): boolean {
  const column = parts(query['virtualColumns']).find((one) => one['name'] === name);
  if (column?.['outputType'] !== undefined || kindsOf(query)(String(name)) === 'double') return false;
  return readsNothing(name, query);
}

/** Whether a name is a virtual column that reads a column that no event has, or is null for each event. */
function readsNothing(name: unknown, query: Json): boolean {
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
function isFunctionOfText(expression: string, query: Json): boolean {
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

function isExtraction({ extractionFn, dimension }: Json): boolean {
  return extractionFn !== undefined && columnKind(String(dimension)) === 'double';
}

/** Whether what differs are the same first characters of two texts. */
function areCutAlike(at: string, ofDruid: string, ofEmbedded: string): boolean {
  const [, druid, embedded] = /: "?(.+?)"? is not "?(.+?)"?$/.exec(at) ?? [];
  if (druid === undefined || embedded === undefined) return false;
  return ofDruid.startsWith(druid) && ofEmbedded.startsWith(embedded) && druid.length === embedded.length;
}

function expressions(query: Json): string[] {
  return parts(query).flatMap(({ expression }) => (typeof expression === 'string' ? [expression] : []));
}

/** Whether an expression chooses between values of several kinds. */
function mixesTypes(expression: string, kindOf: KindOf): boolean {
  const kind = (tree: Tree): Kind => evaluateTree(tree, (name) => ({ kind: kindOf(name), value: null })).kind;
  const mixed = (tree: Tree): boolean => {
    if (tree.is !== 'call') return false;
    const results = resultsOf(tree.name.toLowerCase(), tree.args);
    const kinds = new Set(results.filter((one) => one.is !== 'value' || one.kind !== 'none').map(kind));
    return kinds.size > 1 || tree.args.some(mixed);
  };
  return mixed(read(expression));
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

/** The columns and texts of filters that compare with one text. */
function selectors(query: Json): [string, string][] {
  return parts([query['filter'], query['aggregations'], query['having']]).flatMap(
    (one): [string, string][] => {
      if (typeof one['dimension'] !== 'string') return [];
      if (one['extractionFn'] !== undefined) return [];
      if (one['type'] === 'selector') return [[one['dimension'], String(one['value'])]];
      const values = new Set(one['type'] === 'in' && Array.isArray(one['values']) ? one['values'] : []);
      return values.size === 1 ? [[one['dimension'], String([...values][0])]] : [];
    },
  );
}

/** Whether a text is no number that a column of numbers may have. An output may be one. */
function isNoNumberOf(name: string, text: string, query: Json): boolean {
  const [kind, number] = [kindsOf(query)(name), toNumber(text)];
  if (kind === 'long' || outputs(query).includes(name)) return number === null || !Number.isInteger(number);
  return kind === 'double' && number === null;
}

function outputs(query: Json): unknown[] {
  const named = [query['aggregations'], query['postAggregations']].flatMap(parts).map(({ name }) => name);
  return [
    ...named,
    ...[query['dimension'], query['dimensions']].flatMap(parts).map(({ outputName }) => outputName),
  ];
}

function orderings(query: Json): string[] {
  return parts(query['metric']).flatMap(({ ordering }) => (typeof ordering === 'string' ? [ordering] : []));
}

/**
 * Whether two different texts, or a text and a number's, are equal in an order. Extraction functions make
 * further ones, of these texts.
 */
function hasTies(ordering: string, events: readonly Event[]): boolean {
  if (ordering === 'lexicographic' || ordering === 'strlen') return false;
  const texts = [
    ...new Set(events.flatMap((event) => Object.values(event)).filter((one) => typeof one === 'string')),
  ];
  return texts.some((a, i) => texts.slice(i + 1).some((b) => inOrdering(ordering, a, b) === 0));
}
