// `query FILE` runs one query and prints its answer; if that is empty, why it may be.
import { inertJson } from '../../text/workflow-commands.ts';
import { InputError, RequestError } from '../../text/errors.ts';
import { INPUTS } from '../../report/inputs/declared.ts';
import type { IntervalSpec } from '../../report/inputs/request.ts';
import { askColumns, type AskRaw, askTimes } from '../../report/run/columns/ask.ts';
import { atMoment, prepareQuery } from '../../report/run/planning/prepare-query.ts';
import { unknownColumnNote } from '../../report/run/columns/unknown.ts';
import { QueryError } from '../../service/errors.ts';
import { readColumns } from '../../report/tables/query/read-columns.ts';
import { parseResult } from '../../tql/result.ts';
import { type Explanation, parseExplanation } from '../../tql/explanation.ts';
import { isJsonObject } from '../../tql/json.ts';
import { isQuery, type Query } from '../../tql/query.ts';
import { describeProblems } from '../../tql/schema/validation.ts';
import { parseRunQuery } from '../../tql/schema/run-query.ts';
import { command } from '../arguments/command.ts';
import { oneOf } from '../arguments/values.ts';
import { SERVICE_FLAGS, withService } from '../service-flags.ts';
import { type Io, printJson } from '../io.ts';
import { readJsonFile } from '../json-file.ts';
import { INTERVAL_FLAG } from '../query/interval.ts';
import { tableOf } from '../query/rows.ts';
import { formatCsv, formatTable, type PlainTable } from '../query/table.ts';

const query = command(
  {
    name: 'query',
    usage: ['query FILE --org NAMESPACE --db FILE [flags]', 'query FILE --api-url URL [flags]'],
    description: `Runs the query in a JSON file ("-" is stdin) and prints the answer as a table, as CSV or as JSON.
A query without its own interval covers the ${INPUTS.interval.default}.
JSON has every value unchanged. CSV makes control characters visible, and puts an apostrophe before texts that a spreadsheet
could run as a formula (=, +, -, @).`,
    flags: {
      ...SERVICE_FLAGS,
      interval: { ...INTERVAL_FLAG, description: "the time range instead of the query's own: last 7 days" },
      format: {
        value: 'FORMAT',
        type: oneOf(['table', 'json', 'csv']),
        description: 'table, json or csv (default: table on a terminal, otherwise json)',
      },
      explain: {
        description:
          'prints the SQL (or the query for Druid) and its plan instead of the answer; only for your own service',
      },
    },
    operands: { file: { value: 'FILE', required: true, description: 'a query as JSON; "-" is stdin' } },
    examples: [
      'query devices.json --org com.example.app --db usage.duckdb --format table',
      'new daily --users | insight-report query - --api-url https://api.telemetrydeckapi.com --interval "last 7 days"',
    ],
  },
  async ({ flags, operands: { file } }, io) => {
    const datedQuery = withInterval(await readQuery(file, io), flags.interval, flags.now ?? Date.now());
    const format = flags.format ?? (io.columns === null ? 'json' : 'table');
    return withService(io, flags, async ({ ask, explain }) => {
      if (flags.explain) {
        io.stdout.write(`${formatExplanation(parseExplanation(await explain(datedQuery)))}\n`);
        return 0;
      }
      const answer = await ask(datedQuery);
      const table = tableOf(datedQuery, parseResult(answer, datedQuery.queryType));
      if (format === 'json') printJson(io, answer);
      else io.stdout.write(format === 'csv' ? formatCsv(table) : formatTable(table));
      if (format === 'table' && lacksZScore(datedQuery, table)) io.stderr.write(`${NO_Z_SCORE}\n`);
      return explainEmpty(datedQuery, table, ask, io);
    });
  },
);

export const commands = [query];

const NO_Z_SCORE =
  'insight-report: there is no z-score: one sample has no users, or both have no success, or nothing but successes.';

function lacksZScore({ queryType }: Query, { rows }: PlainTable): boolean {
  return queryType === 'experiment' && rows.some((row) => row.includes('zscore') && row.includes(null));
}

/** The query of a file or of stdin. Throws `InputError` that says what it lacks. */
async function readQuery(file: string, io: Io): Promise<Query> {
  const value = await readJsonFile(file, io.stdin ?? process.stdin);
  if (isQuery(value)) return value;
  // A saved insight holds its query.
  if (isJsonObject(value) && isQuery(value['query'])) return value['query'];
  const parsed = parseRunQuery(value);
  const problems = parsed.ok ? '' : describeProblems(parsed, 'the query');
  throw new InputError([`${file === '-' ? 'stdin' : file} holds no query: ${problems}`]);
}

/** The query over the interval of the flag, else over its own, else over the default of a report. */
function withInterval(query: Query, requestedInterval: IntervalSpec | null, nowMs: number): Query {
  const hasOwn = query['intervals'] != null || query['relativeIntervals'] != null;
  const interval = requestedInterval ?? (hasOwn ? null : INTERVAL_FLAG.type.parse(INPUTS.interval.default));
  const prepared = prepareQuery(query, { interval }, { timezone: null });
  // The end of a given time range is not included, as in a report; that of a retention's own interval is.
  return requestedInterval?.kind === 'absolute' ? atMoment(prepared, nowMs) : prepared;
}

/**
 * Says why an answer may be empty: which columns of the query no event has, and from when to when there are
 * events. The exit code is 3 if no event has a column: the answer says nothing, as in a gate.
 */
async function explainEmpty(
  answeredQuery: Query,
  { rows, header }: PlainTable,
  ask: AskRaw,
  io: Io,
): Promise<0 | 3> {
  const emptyNames = header.filter((_, i) => rows.every((row) => row[i] === null || row[i] === 0));
  if (header.length > 0 && emptyNames.length === 0) return 0;
  const isEmpty = header.every((name) => emptyNames.includes(name) || name === 'time');
  const readNames = readColumns(answeredQuery);
  const columns = readNames.length === 0 ? [] : (await askColumns(ask)).map(({ name }) => name);
  const unknown = columns.length === 0 ? [] : readNames.filter((name) => !columns.includes(name));
  const notes = unknown.map((name) => unknownColumnNote(name, columns));
  if (isEmpty && notes.length === 0) notes.push(...(await describeTimes(ask)));
  for (const note of notes) io.stderr.write(`insight-report query: ${note}\n`);
  return unknown.length === 0 ? 0 : 3;
}

/** From when to when there are events; nothing if the service does not say it. */
async function describeTimes(ask: AskRaw): Promise<readonly string[]> {
  const times = await askTimes(ask).catch((error: unknown) => {
    if (error instanceof RequestError || error instanceof QueryError) return undefined;
    throw error;
  });
  if (times === undefined) return [];
  if (times === null) return ['there are no events yet'];
  const [first, last] = [times.firstMs, times.lastMs].map((ms) => new Date(ms).toISOString());
  const when = first === last ? `at ${first}` : `from ${first} to ${last}`;
  return [`nothing was found in this interval; there are events ${when}`];
}

function formatExplanation({ compiled, language, statement, parameters, plan }: Explanation): string {
  return [
    `Compiled query:\n${inertJson(compiled, 2)}`,
    `${language}:\n${statement}`,
    ...(parameters.length === 0 ? [] : [`Parameters:\n${parameters.join('\n')}`]),
    ...(plan === '' ? [] : [`Plan:\n${plan}`]),
  ].join('\n\n');
}
