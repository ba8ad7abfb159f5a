import { readFile } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import type { NewInsight, StoredInsight } from '../../service/store/insights.ts';
import { fileErrorReason } from '../../text/file-error.ts';
import { isJsonObject } from '../../tql/json.ts';
import { parseRunQuery } from '../../tql/query.ts';
import { DB_FLAG, ORG_FLAG, runSubcommand, withStore } from '../arguments/command.ts';
import type { Arguments, CommandSpec } from '../arguments/parse.ts';
import type { Io } from '../io.ts';

/** `insight-report insight`: the saved insights of an organization. Gives the exit code. */
export function run(args: readonly string[], io: Io): Promise<number> {
  return runSubcommand('insight', COMMANDS, args, io);
}

const ADD: CommandSpec = {
  usage: 'insight add FILE… --org NAMESPACE --db FILE',
  says: `Stores insights from JSON files, each {"id"?, "name", "query"} or a list of them, and prints their ids and names.
An insight with the id of an earlier one takes its place. All are stored, or none.`,
  flags: { org: ORG_FLAG, db: DB_FLAG },
  positionals: { name: 'FILE', min: 1, max: null },
};

const LIST: CommandSpec = {
  usage: 'insight list --org NAMESPACE --db FILE',
  says: 'Lists the insights: id and name.',
  flags: { org: ORG_FLAG, db: DB_FLAG },
  positionals: { name: '', min: 0, max: 0 },
};

const COMMANDS = { add: { spec: ADD, run: add }, list: { spec: LIST, run: list } };

async function add(given: Arguments, io: Io): Promise<number> {
  const files = await Promise.all(given.positionals.map(readInsightFile));
  const problems = files.flatMap((file) => file.problems);
  if (problems.length > 0) throw new InputError(problems);
  return withStore(given.text('db') ?? '', { create: false }, async (operations) => {
    const insights = files.flatMap((file) => file.insights);
    printInsights(io, await operations.addInsights(given.text('org') ?? '', insights));
    return 0;
  });
}

async function list(given: Arguments, io: Io): Promise<number> {
  return withStore(given.text('db') ?? '', { create: false }, async (operations) => {
    printInsights(io, await operations.listInsights(given.text('org') ?? ''));
    return 0;
  });
}

async function readInsightFile(file: string) {
  try {
    return parseInsights(file, await readFile(file, 'utf8'));
  } catch (error) {
    return { insights: [], problems: [`${file} cannot be read: ${fileErrorReason(error)}`] };
  }
}

function printInsights(io: Io, insights: readonly StoredInsight[]): void {
  for (const { id, name } of insights) io.stdout.write(`${id}\t${name}\n`);
}

/** The insights of a JSON file, or everything that is wrong with them. */
export interface InsightFile {
  readonly insights: readonly NewInsight[];
  readonly problems: readonly string[];
}

/** Reads a file of one insight or of a list of them. `file` is what the problems call it. */
export function parseInsights(file: string, text: string): InsightFile {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { insights: [], problems: [`${file} is not JSON: ${error instanceof Error ? error.message : ''}`] };
  }
  if (Array.isArray(value) && value.length === 0) return { insights: [], problems: [`${file} holds no insight`] };
  const read = Array.isArray(value)
    ? value.map((each, index) => parseInsight(`${file}[${index}]`, each))
    : [parseInsight(file, value)];
  return { insights: read.flatMap((each) => each.insights), problems: read.flatMap((each) => each.problems) };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LIMIT_NAME = 200;

function parseInsight(place: string, value: unknown): InsightFile {
  if (!isJsonObject(value)) return { insights: [], problems: [`${place} is no object {"id"?, "name", "query"}`] };
  const { id, name, query } = value;
  const problems: string[] = [];
  if (id !== undefined && (typeof id !== 'string' || !UUID.test(id))) {
    problems.push(`${place}: id is ${JSON.stringify(id).slice(0, 60)}; it is a UUID, or left out to get one`);
  }
  if (typeof name !== 'string' || name.trim() === '' || name.length > LIMIT_NAME || /\p{Cc}/u.test(name)) {
    problems.push(
      `${place}: name is ${JSON.stringify(name ?? null).slice(0, 60)}; it is a text of one line, up to ${LIMIT_NAME} characters`,
    );
  }
  problems.push(...queryProblems(query).map((problem) => `${place}: ${problem}`));
  if (problems.length > 0 || typeof name !== 'string' || !isJsonObject(query)) return { insights: [], problems };
  return { insights: [{ ...(typeof id === 'string' ? { id } : {}), name, query }], problems };
}

function queryProblems(query: unknown): string[] {
  if (!isJsonObject(query)) return ['query is missing, or no object'];
  const parsed = parseRunQuery(query);
  return parsed.ok
    ? []
    : parsed.problems.map(({ path, message }) => `query${path === null ? '' : `.${path}`} ${message}`);
}
