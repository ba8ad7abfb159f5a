import type { CheckedInsights } from '../gate/expression/insights.ts';
import type { ExpressionError } from '../gate/expression/fault.ts';
import type { ReadingContext } from './effects.ts';
import { isMap, kindOf, noteUnknownKeys, parseYaml, readTextKey, type YamlValue } from './yaml/value.ts';
import { nearestWord } from '../text/nearest.ts';
import { truncate } from '../text/truncate.ts';
import type { Problem, Problems } from './problems.ts';
import {
  type InsightRequest,
  MISSING_ROWS,
  type ReleaseRequest,
  type ThresholdOptions,
  type ThresholdRequest,
} from './request.ts';
import {
  parseChoice,
  parseDay,
  parseInteger,
  parseLine,
  parsePercentage,
  parseTitle,
  type PercentageBounds,
} from './scalars.ts';
import { findYamlPitfalls } from './yaml/pitfalls.ts';

/** What thresholds are read with, the insights that they are about included. */
type ThresholdContext = Pick<ReadingContext, 'loadYaml' | 'parseAssertion' | 'parseWorse' | 'problems'> & {
  readonly insights: readonly Pick<InsightRequest, 'name' | 'compare' | 'source' | 'metric'>[];
  readonly releases?: readonly Pick<ReleaseRequest, 'name'>[];
};

/** Reads `thresholds`; a string is YAML, checked for assertions that YAML would read differently. */
export async function parseThresholds(
  at: string,
  given: YamlValue,
  context: ThresholdContext,
): Promise<readonly ThresholdRequest[]> {
  if (given === '') return [];
  if (typeof given !== 'string') return parseThresholdValue(at, given, context);
  const pitfalls = findYamlPitfalls(given);
  for (const { line, given: assertion, why, write } of pitfalls) {
    context.problems.add({
      at: `${at}, line ${line}`,
      given: assertion,
      why,
      expected: `it in quotes: ${write}`,
    });
  }
  if (pitfalls.length > 0) return [];
  const value = await parseYaml(at, given, context.loadYaml, context.problems);
  return value === null ? [] : parseThresholdValue(at, value, context);
}

/**
 * Reads `thresholds` from parsed YAML: an assertion, a list of entries, or a map from names to assertions.
 */
async function parseThresholdValue(
  at: string,
  value: YamlValue,
  context: ThresholdContext,
): Promise<readonly ThresholdRequest[]> {
  const entries = entriesOf(at, value);
  if (entries.length > THRESHOLD_LIMIT) {
    context.problems.add({ at, why: `${entries.length} thresholds`, expected: `at most ${THRESHOLD_LIMIT}` });
    return [];
  }
  const found = await Promise.all(entries.map((entry) => parseEntry(entry.at, entry.value, context)));
  return found.filter((threshold) => threshold !== null);
}

const THRESHOLD_LIMIT = 100;
/** The keys of a threshold beside `insight` and `assert`. */
export const THRESHOLD_OPTIONS = [
  'title',
  'warn',
  'min-sample',
  'confidence',
  'missing-row',
  'reason',
  'until',
] as const;
const KEYS = ['insight', 'assert', ...THRESHOLD_OPTIONS] as const;
const REASON_LIMIT = 200;
const EXPECTED = 'a CEL expression that gives true or false, such as share("iOS 15") < 2%';

interface Entry {
  readonly at: string;
  readonly value: YamlValue;
}

function entriesOf(at: string, value: YamlValue): readonly Entry[] {
  if (typeof value === 'string') return value === '' ? [] : [{ at, value }];
  if (!isMap(value)) return value.map((item, index) => ({ at: `${at}, entry ${index + 1}`, value: item }));
  if (isFullEntry(value)) return [{ at, value }];
  return [...value].map(([name, item]) => ({ at: `${at}, ${name}`, value: new Map([[name, item]]) }));
}

function isFullEntry(map: ReadonlyMap<string, YamlValue>): boolean {
  return map.has('assert') || map.has('insight');
}

async function parseEntry(
  at: string,
  value: YamlValue,
  context: ThresholdContext,
): Promise<ThresholdRequest | null> {
  if (typeof value === 'string')
    return parseFullEntry(at, readNamed(value) ?? new Map([['assert', value]]), context);
  if (!isMap(value)) return context.problems.add({ at, why: `is ${kindOf(value)}`, expected: EXPECTED });
  if (isFullEntry(value)) return parseFullEntry(at, value, context);
  const names = [...value.keys()].filter((key) => !THRESHOLD_OPTIONS.some((policy) => policy === key));
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) {
    const why = name === undefined ? 'has no assert' : `names several insights: ${names.join(', ')}`;
    return context.problems.add({
      at,
      why,
      expected: 'name: assertion, or an entry with insight and assert',
    });
  }
  const given = value.get(name) ?? '';
  if (given === '' && !namesOf(context).includes(name))
    return context.problems.add({
      at,
      given: name,
      why: 'which has no assertion (YAML reads {…}, and a text that ends with a colon, as a name)',
      expected: EXPECTED,
    });
  const own = new Map([...value].filter(([key]) => key !== name));
  if (isMap(given)) return parseFullEntry(at, new Map([['insight', name], ...given, ...own]), context);
  return parseFullEntry(at, new Map([['insight', name], ['assert', given], ...own]), context);
}

/**
 * `name: assertion` that is one text, as in `- "os: total() > 1"`; null if a text does not begin with a name.
 */
function readNamed(text: string): ReadonlyMap<string, string> | null {
  const [, name, assert] = /^\s*([\w.-][\w.\- ]*):\s+(.*)$/s.exec(text) ?? [];
  return name === undefined || assert === undefined
    ? null
    : new Map([
        ['insight', name],
        ['assert', assert],
      ]);
}

async function parseFullEntry(
  at: string,
  entry: ReadonlyMap<string, YamlValue>,
  context: ThresholdContext,
): Promise<ThresholdRequest | null> {
  const { problems } = context;
  noteUnknownKeys(at, entry, KEYS, problems);
  const text = (key: (typeof KEYS)[number]): string | null => readTextKey(at, entry, key, problems);
  const insight = findOwnInsight(at, text('insight'), context);
  const [written, warning] = [text('assert'), text('warn')];
  if (!entry.has('assert')) problems.add({ at, why: 'has no assert', expected: EXPECTED });
  const parse = async <T extends object>(
    read: (source: string, hasConfidence: boolean) => Promise<T | ExpressionError>,
  ): Promise<{ readonly assert: T; readonly warn: T | null } | null> => {
    const assert = await parseExpression(at, written, (source) => read(source, hasConfidence), problems);
    const warn = await parseExpression(`${at}, warn`, warning, (source) => read(source, false), problems);
    return assert && { assert, warn };
  };
  const hasConfidence = entry.has('confidence');
  if (insight != null && context.releases?.some(({ name }) => name === insight) === true) {
    const parsed = await parse(context.parseWorse);
    const options = parseOptions(at, entry, problems);
    return parsed && { kind: 'release', insight, ...parsed, ...options };
  }
  const known = knownInsights(insight, context);
  const parsed = await parse((source, isSure) => context.parseAssertion(source, known, isSure));
  const options = parseOptions(at, entry, problems);
  return insight === undefined || parsed === null
    ? null
    : { kind: 'insights', insight, ...parsed, ...options };
}

/** Reads the options of a threshold that are not expressions. */
function parseOptions(
  at: string,
  entry: ReadonlyMap<string, YamlValue>,
  problems: Problems,
): ThresholdOptions {
  const read = <T>(
    key: (typeof THRESHOLD_OPTIONS)[number],
    parse: (place: string, text: string) => T,
  ): T | null => {
    const text = readTextKey(at, entry, key, problems);
    return text === null ? null : parse(`${at}, ${key}`, text);
  };
  return {
    title: read('title', (place, text) => parseTitle(place, text, problems)),
    minSample: read('min-sample', (place, text) => parseInteger(place, text, SAMPLE_BOUNDS, problems)),
    confidence: read('confidence', (place, text) => parsePercentage(place, text, CONFIDENCES, problems)),
    missingRow: read('missing-row', (place, text) => parseChoice(place, text, MISSING_ROWS, problems)),
    reason: read('reason', (place, text) => parseLine(place, text, REASON_LIMIT, problems)),
    until: read('until', (place, text) => parseDay(place, text, problems)),
  };
}

const SAMPLE_BOUNDS = { min: 0, max: 1_000_000_000_000 };
const CONFIDENCES: PercentageBounds = {
  holds: (percent) => percent > 50 && percent < 100,
  expected: 'a percentage above 50% and below 100%, such as 95%',
};

/** What a threshold can be about. */
function namesOf({ insights, releases = [] }: ThresholdContext): readonly string[] {
  return [...insights, ...releases].map(({ name }) => name);
}

/**
 * The insight or release that a threshold names, or the only one; null if it names none of several, undefined
 * once a problem was noted.
 */
function findOwnInsight(
  at: string,
  name: string | null,
  context: ThresholdContext,
): string | null | undefined {
  const { problems } = context;
  const names = namesOf(context);
  if (name === null) return names.length === 1 ? names[0] : null;
  // A report without insights is a problem already.
  if (names.length === 0 || names.includes(name)) return name;
  const hint = nearestWord(name, names);
  const why = `which is not the name of an insight${(context.releases ?? []).length > 0 ? ' or release' : ''}`;
  problems.add({ at, given: name, why, hint, expected: `one of ${names.join(', ')}` });
  return undefined;
}

/** The insights that an assertion may read, as far as they are known before anything is asked. */
function knownInsights(own: string | null | undefined, { insights }: ThresholdContext): CheckedInsights {
  const all = insights.map(({ name, compare, source, metric }) => {
    const query = source.kind === 'query' ? source.query : null;
    return { name, isCompared: compare !== 'none', query, metric };
  });
  // An unknown insight is a problem already.
  return { own: own ?? (own === undefined || all.length === 0 ? '' : null), all };
}

/** Parses an expression; null if there is none, or once a problem was noted. */
async function parseExpression<T extends object>(
  at: string,
  source: string | null,
  parse: (source: string) => Promise<T | ExpressionError>,
  problems: Problems,
): Promise<T | null> {
  if (source === null) return null;
  if (source.trim() === '') return problems.add({ at, why: 'is empty', expected: EXPECTED });
  const parsed = await parse(source);
  return isFault(parsed) ? problems.add(expressionProblem(at, source, parsed)) : parsed;
}

/** What is wrong with an expression, as a problem of an input. */
export function expressionProblem(at: string, given: string, error: ExpressionError): Problem {
  const from = given.slice(error.at - 1).trimStart();
  const place = from === '' ? 'at its end' : `at character ${error.at} (${truncate(from, EXCERPT_LIMIT)})`;
  return { at, given, why: `${place}: ${error.why}`, hint: error.hint };
}

function isFault(parsed: object): parsed is ExpressionError {
  return 'why' in parsed;
}

const EXCERPT_LIMIT = 16;
