import * as v from 'valibot';
import { InputError } from '../../errors.ts';
import type { Results, SeveralResults } from '../../results.ts';
import { fileErrorReason } from '../../text/file-error.ts';
import { isJsonObject } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import type { ResultValue } from '../../tql/result.ts';

/** Reads a results file, of one report or several, as `results-path` or `report --format json` wrote it. Throws an `InputError` that says what is wrong. */
export function readResultsFile(path: string, readFile: (path: string) => string): readonly Results[] {
  const given = parseJson(path, readText(path, readFile));
  // As it was written, not as the schema would write it: the order of outputs is that of their columns.
  if (v.is(SEVERAL_SCHEMA, given)) return given.reports;
  if (v.is(RESULTS_SCHEMA, given)) return [given];
  const schema = isJsonObject(given) && 'reports' in given ? SEVERAL_SCHEMA : RESULTS_SCHEMA;
  const [issue] = v.safeParse(schema, given).issues ?? [];
  const where = issue === undefined ? null : v.getDotPath(issue);
  const what = issue === undefined ? 'is something else' : describeIssue(issue);
  throw new InputError([
    `${path} is no results file: ${where === null ? `it ${what}` : `${where} ${what}`}. ${RESULTS_FILE_HINT}`,
  ]);
}

function describeIssue({ received, expected }: v.BaseIssue<unknown>): string {
  return received === 'undefined' ? 'is missing' : `is ${received}; expected ${expected ?? 'another value'}`;
}

const RESULTS_FILE_HINT =
  'A results file is what the Action names in its output results-path, or what "insight-report report --format json" prints.';

function readText(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path);
  } catch (error) {
    throw new InputError([`Cannot read the results file ${path}: ${fileErrorReason(error)}.`]);
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError([
      `${path} is no JSON (${error instanceof Error ? error.message : String(error)}). ${RESULTS_FILE_HINT}`,
    ]);
  }
}

const text = v.string();
const texts = v.array(text);
const number = v.number();
const maybeText = v.nullable(text);
const maybeNumber = v.nullable(number);
const count = v.pipe(number, v.integer(), v.minValue(0));
const unit = v.picklist(['events', 'users', 'other']);
const moment = v.pipe(text, v.isoTimestamp());
const range = v.looseObject({ start: moment, end: moment });
const period = v.looseObject({ label: text, start: moment, end: moment, complete: v.boolean() });
const parts = v.array(maybeText);
const value: v.GenericSchema<ResultValue> = v.lazy(() =>
  v.union([number, text, v.boolean(), v.null(), v.array(value)]),
);

const row = v.looseObject({
  key: text,
  parts,
  value: maybeNumber,
  share: maybeNumber,
  rank: number,
  values: v.record(text, value),
  previous: maybeNumber,
  change: maybeNumber,
  previousRank: maybeNumber,
  history: v.array(maybeNumber),
  isNew: v.boolean(),
});

const gone = v.looseObject({ key: text, parts, previous: maybeNumber, previousRank: number });
const folded = v.looseObject({ rows: count, value: maybeNumber, share: maybeNumber, previous: maybeNumber });

const reported = v.looseObject({
  name: text,
  id: maybeText,
  title: text,
  status: v.literal('ok'),
  queryType: text,
  metric: maybeText,
  unit,
  top: count,
  timezone: text,
  interval: period,
  compare: v.nullable(range),
  dimensions: texts,
  outputs: texts,
  total: maybeNumber,
  previousTotal: maybeNumber,
  totalHistory: v.array(maybeNumber),
  history: v.array(range),
  cutOff: v.boolean(),
  notes: texts,
  durationMs: number,
  rows: v.array(row),
  gone: v.array(gone),
  folded: v.nullable(folded),
  query: v.custom<Query>((given) => isJsonObject(given) && typeof given['queryType'] === 'string'),
});

const conclusion = v.picklist(['failed', 'inconclusive', 'warned', 'passed', 'neutral', 'skipped']);
const KINDS = ['unauthorized', 'plan', 'forbidden', 'not-found', 'invalid-query', 'rate-limited', 'timeout'] as const;
const error = v.looseObject({
  kind: v.picklist([...KINDS, 'network', 'service', 'unreadable']),
  status: maybeNumber,
  message: text,
});
const failed = v.looseObject({ name: text, id: maybeText, title: text, status: v.literal('error'), error });

const verdict = v.looseObject({
  insight: text,
  assert: text,
  outcome: v.picklist(['passed', 'warned', 'failed', 'inconclusive']),
  message: text,
  note: maybeText,
  value: maybeNumber,
  limit: maybeNumber,
  subject: maybeText,
  needs: maybeText,
  unit: v.picklist(['number', 'percent', 'change']),
  valueText: maybeText,
  sample: v.nullable(v.looseObject({ count: maybeNumber, of: maybeNumber, unit })),
  sampleText: maybeText,
  interval: v.nullable(period),
  timezone: maybeText,
  warn: maybeText,
  reason: maybeText,
  snoozedUntil: maybeText,
  snoozeEnded: maybeText,
  refusal: v.exactOptional(text),
});

/** The results file of one report, version 1. Keys that it does not know may be there. */
const RESULTS_SCHEMA: v.GenericSchema<Results> = v.looseObject({
  schema: v.literal(1),
  conclusion,
  generatedAt: moment,
  run: v.nullable(
    v.looseObject({
      url: text,
      id: text,
      attempt: number,
      number: v.exactOptional(text),
      workflow: v.exactOptional(text),
    }),
  ),
  reportId: text,
  title: text,
  timezone: text,
  locale: text,
  previousPost: v.exactOptional(v.nullable(v.looseObject({ url: maybeText, at: moment, expectedGapMs: maybeNumber }))),
  durationMs: number,
  insights: v.array(v.variant('status', [reported, failed])),
  thresholds: v.array(verdict),
});

/** The results file of several reports. */
const SEVERAL_SCHEMA: v.GenericSchema<SeveralResults> = v.looseObject({
  schema: v.literal(1),
  conclusion,
  reports: v.array(RESULTS_SCHEMA),
});
