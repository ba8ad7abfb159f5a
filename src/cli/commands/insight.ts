import { InputError } from '../../errors.ts';
import type { NewInsight, StoredInsight } from '../../service/store/insights.ts';
import { isInsightId } from '../../text/insight-id.ts';
import { truncate } from '../../text/truncate.ts';
import { isJsonObject } from '../../tql/json.ts';
import { parseRunQuery } from '../../tql/query.ts';
import { command } from '../arguments/command.ts';
import { LIST_FORMAT_FLAG } from '../arguments/values.ts';
import { type Io, printJson } from '../io.ts';
import { readJsonFile } from '../json-file.ts';
import { DB_FLAG, ORG_FLAG, withStore } from '../store.ts';

const add = command(
  {
    name: 'insight add',
    description: `Stores insights from JSON files, each {"id"?, "name", "query"} or a list of them, and prints their ids and names.
Either all are stored or none: an insight whose id or name is there already is refused.`,
    flags: {
      org: ORG_FLAG,
      db: DB_FLAG,
      replace: { description: 'replaces the insights that are there; one without an id replaces that of its name' },
    },
    operands: { files: { value: 'FILE', required: true, repeats: true, description: 'one insight or a list of them' } },
  },
  async ({ flags: { org, db, replace }, operands }, io) => {
    const files = await Promise.all(operands.files.map(readInsights));
    const problems = files.flatMap((file) => file.problems);
    if (problems.length > 0) throw new InputError(problems);
    const insights = files.flatMap((file) => file.insights);
    return withStore(io, db, { create: false }, async (operations) => {
      print(io, await operations.addInsights(org, insights, replace));
      return 0;
    });
  },
);

const list = command(
  {
    name: 'insight list',
    description: 'Lists the insights: id and name.',
    flags: { org: ORG_FLAG, db: DB_FLAG, format: LIST_FORMAT_FLAG },
    operands: {},
  },
  ({ flags: { org, db, format } }, io) =>
    withStore(io, db, { create: false }, async (operations) => {
      const insights = await operations.listInsights(org);
      if (format === 'json')
        printJson(
          io,
          insights.map(({ id, name }) => ({ id, name })),
        );
      else print(io, insights);
      return 0;
    }),
);

export const commands = [add, list];

function print(io: Io, insights: readonly StoredInsight[]): void {
  for (const { id, name } of insights) io.stdout.write(`${id}\t${name}\n`);
}

/** Insights, or everything that is wrong with them. */
interface ReadInsights {
  readonly insights: readonly NewInsight[];
  readonly problems: readonly string[];
}

async function readInsights(path: string): Promise<ReadInsights> {
  const value = await readJsonFile(path).catch((error: unknown) => {
    if (error instanceof InputError) return error;
    throw error;
  });
  if (value instanceof InputError) return { insights: [], problems: value.problems };
  if (!Array.isArray(value)) return parseInsight(path, value);
  if (value.length === 0) return { insights: [], problems: [`${path} contains no insights`] };
  const read = value.map((each, index) => parseInsight(`${path}[${index}]`, each));
  return { insights: read.flatMap(({ insights }) => insights), problems: read.flatMap(({ problems }) => problems) };
}

const MAX_NAME_CHARACTERS = 200;

function parseInsight(place: string, value: unknown): ReadInsights {
  if (!isJsonObject(value)) return { insights: [], problems: [`${place} is not an object {"id"?, "name", "query"}`] };
  const { id, name, query } = value;
  const problems: string[] = [];
  if (id !== undefined && (typeof id !== 'string' || !isInsightId(id))) {
    problems.push(`${place}: id is ${quoted(id)}; expected a UUID, or no id, to get a new one`);
  }
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_NAME_CHARACTERS || /\p{Cc}/u.test(name)) {
    problems.push(
      `${place}: name is ${quoted(name)}; expected one line of text, at most ${MAX_NAME_CHARACTERS} characters`,
    );
  }
  problems.push(...queryProblems(query).map((problem) => `${place}: ${problem}`));
  if (problems.length > 0 || typeof name !== 'string' || !isJsonObject(query)) return { insights: [], problems };
  return { insights: [{ ...(typeof id === 'string' ? { id } : {}), name, query }], problems };
}

function quoted(value: unknown): string {
  return truncate(JSON.stringify(value ?? null), 60);
}

function queryProblems(query: unknown): string[] {
  if (!isJsonObject(query)) return ['query is missing or not an object'];
  const parsed = parseRunQuery(query);
  return parsed.ok
    ? []
    : parsed.problems.map(({ path, message }) => `query${path === null ? '' : `.${path}`} ${message}`);
}
