// Reads the input `thresholds`, gates on insights and releases: `devices: share("iOS 15") < 2%`. Assertions
// are parsed here, so that a mistake is reported before any request.
import type { CheckedInsights } from '../../expression/insights.ts';
import type { ExpressionError } from '../../expression/fault.ts';
import type { ReadingContext } from '../effects.ts';
import { parseYaml } from '../yaml/parse.ts';
import { keyReader, noteUnknownKeys, type YamlMap, type YamlValue } from '../yaml/value.ts';
import { nearestWord } from '../../../text/nearest.ts';
import { truncate } from '../../../text/truncate.ts';
import type { Problem, Problems } from '../problems.ts';
import {
  type InsightRequest,
  MISSING_ROWS,
  type ReleaseRequest,
  type ThresholdOptions,
  type ThresholdRequest,
} from '../request.ts';
import { entriesOf, EXPECTED_ASSERTION, fullEntry, THRESHOLD_OPTIONS } from './forms.ts';
import { integerWithin, lineOf, oneOf, parseConfidence, parseDay, parseTitle } from '../scalars.ts';
import { findYamlPitfalls } from '../yaml/pitfalls.ts';

/** What thresholds are read with, the insights that they are about included. */
type ThresholdContext = ReadingContext & {
  readonly insights: readonly Pick<InsightRequest, 'name' | 'compare' | 'source' | 'metric'>[];
  readonly releases: readonly Pick<ReleaseRequest, 'name'>[];
  /** Whether an entry of this name could not be read. */
  readonly isFaulty: (name: string) => boolean;
};

/** Reads `thresholds`; a string is YAML, checked for assertions that YAML would read differently. */
export async function parseThresholds(
  input: YamlValue,
  context: ThresholdContext,
): Promise<readonly ThresholdRequest[]> {
  const { loadYaml, problems } = context;
  if (input === '') return [];
  if (typeof input !== 'string') return parseThresholdValue(input, context);
  const pitfalls = findYamlPitfalls(input);
  for (const { line, assertion, why, write } of pitfalls)
    problems.at(`line ${line}`).add({ input: assertion, why, expected: `it in quotes: ${write}` });
  if (pitfalls.length > 0) return [];
  const value = await parseYaml(input, loadYaml, problems);
  return value === null ? [] : parseThresholdValue(value, context);
}

/**
 * Reads `thresholds` from parsed YAML: an assertion, a list of entries, or a map from names to assertions.
 */
async function parseThresholdValue(
  value: YamlValue,
  context: ThresholdContext,
): Promise<readonly ThresholdRequest[]> {
  const entries = entriesOf(value, context.problems);
  if (entries.length > THRESHOLD_LIMIT) {
    context.problems.add({ why: `${entries.length} thresholds`, expected: `at most ${THRESHOLD_LIMIT}` });
    return [];
  }
  const thresholds = await Promise.all(
    entries.map(async ({ value, problems }) => {
      const entry = fullEntry(value, namesOf(context), problems);
      return entry && parseEntry(entry, { ...context, problems });
    }),
  );
  return thresholds.filter((threshold) => threshold !== null);
}

const THRESHOLD_LIMIT = 100;
const KEYS = ['insight', 'assert', ...THRESHOLD_OPTIONS] as const;

async function parseEntry(entry: YamlMap, context: ThresholdContext): Promise<ThresholdRequest | null> {
  const { problems } = context;
  noteUnknownKeys(entry, KEYS, problems);
  const text = keyReader(entry, problems);
  const name = text('insight');
  if (name !== null && context.isFaulty(name)) return null;
  const subject = subjectOf(name, context);
  if (!entry.has('assert')) problems.add({ why: 'has no assert', expected: EXPECTED_ASSERTION });
  const parseBoth = async <T extends object>(parse: ParseExpression<T>) => {
    const assert = await parseExpression(text('assert'), entry.has('confidence'), parse, problems);
    const warn = await parseExpression(text('warn'), false, parse, problems.at('warn'));
    return assert && { assert, warn };
  };
  if (subject.kind === 'release') {
    const parsed = await parseBoth(context.parseWorse);
    const options = parseOptions(entry, problems);
    return parsed && { kind: 'release', insight: subject.name, ...parsed, ...options };
  }
  const insights = checkedInsights(subject, context);
  const parsed = await parseBoth((source, isSure) => context.parseAssertion(source, insights, isSure));
  const options = parseOptions(entry, problems);
  if (subject.kind === 'unknown' || parsed === null) return null;
  const insight = subject.kind === 'insight' ? subject.name : null;
  return { kind: 'insights', insight, ...parsed, ...options };
}

/** Reads the options of a threshold that are not expressions. */
function parseOptions(entry: YamlMap, problems: Problems): ThresholdOptions {
  const read = keyReader(entry, problems);
  return {
    title: read('title', parseTitle),
    minSample: read('min-sample', integerWithin({ min: 0, max: 1_000_000_000_000 })),
    confidence: read('confidence', parseConfidence),
    missingRow: read('missing-row', oneOf(MISSING_ROWS)),
    reason: read('reason', lineOf(200)),
    until: read('until', parseDay),
  };
}

/** What a threshold can be about. */
function namesOf({ insights, releases }: ThresholdContext): readonly string[] {
  return [...insights, ...releases].map(({ name }) => name);
}

/** What a threshold is about. */
type Subject =
  | { readonly kind: 'insight' | 'release'; readonly name: string }
  /** The expression names an insight wherever it reads one. */
  | { readonly kind: 'in-expression' }
  /** There is no insight or release of that name, which was noted. */
  | { readonly kind: 'unknown' };

/** The insight or release that a threshold names; without a name, the only one of the report. */
function subjectOf(givenName: string | null, context: ThresholdContext): Subject {
  const { releases, problems } = context;
  const names = namesOf(context);
  const name = givenName ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined) return { kind: 'in-expression' };
  if (releases.some((release) => release.name === name)) return { kind: 'release', name };
  // A report without insights is a problem already.
  if (names.length === 0 || names.includes(name)) return { kind: 'insight', name };
  const hint = nearestWord(name, names);
  const why = `which is not the name of an insight${releases.length > 0 ? ' or release' : ''}`;
  problems.add({ input: name, why, hint, expected: `one of ${names.join(', ')}` });
  return { kind: 'unknown' };
}

/** The insights that an assertion may read, as far as they are known before anything is queried. */
function checkedInsights(subject: Subject, { insights }: ThresholdContext): CheckedInsights {
  const all = insights.map(({ name, compare, source, metric }) => {
    const query = source.kind === 'query' ? source.query : null;
    return { name, isCompared: compare !== 'none', query, metric };
  });
  if ('name' in subject) return { defaultInsight: subject.name, all };
  // A wrong name, or a report without insights, is a problem already: the expression is not blamed for it.
  const isNotedAlready = subject.kind === 'unknown' || all.length === 0;
  return { defaultInsight: isNotedAlready ? '' : null, all };
}

/** Parses an expression, whose gate may have a `confidence`, or says what is wrong with it. */
type ParseExpression<T> = (source: string, hasConfidence: boolean) => Promise<T | ExpressionError>;

/** Parses an expression; null if there is none, or once a problem was noted. */
async function parseExpression<T extends object>(
  source: string | null,
  hasConfidence: boolean,
  parse: ParseExpression<T>,
  problems: Problems,
): Promise<T | null> {
  if (source === null) return null;
  if (source.trim() === '') return problems.refuse({ why: 'is empty', expected: EXPECTED_ASSERTION });
  const parsed = await parse(source, hasConfidence);
  return 'why' in parsed ? problems.refuse(expressionProblem(source, parsed)) : parsed;
}

/** What is wrong with an expression, as a problem of an input. */
export function expressionProblem(expression: string, error: ExpressionError): Problem {
  const from = expression.slice(error.at - 1).trimStart();
  const place = from === '' ? 'at its end' : `at character ${error.at} (${truncate(from, EXCERPT_LIMIT)})`;
  return { input: expression, why: `${place}: ${error.why}`, hint: error.hint };
}

const EXCERPT_LIMIT = 16;
