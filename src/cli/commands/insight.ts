// `insight add`, `list`, `show`, `remove`, `validate` and `sync`: the saved insights of an organization.
import { InputError } from '../../text/errors.ts';
import { askColumns } from '../../report/run/columns/ask.ts';
import { unknownColumnNote } from '../../report/run/columns/unknown.ts';
import type { StoreOperations } from '../../service/ipc/operations.ts';
import type { NewInsight, StoredInsight } from '../../service/store/state/insight-changes.ts';
import { readColumns } from '../../report/tables/query/read-columns.ts';
import { didYouMean } from '../../text/nearest.ts';
import { isQuery } from '../../tql/query.ts';
import { command } from '../arguments/command.ts';
import { LIST_FORMAT_FLAG } from '../arguments/values.ts';
import { ifConfirmed } from '../confirm.ts';
import { INSIGHT_NAME, isInsightName, readInsightFiles, readInsightFolder } from '../insight-files.ts';
import { type Io, printJson } from '../io.ts';
import { printRecords } from '../records.ts';
import { askOf, withStore } from '../store.ts';
import { storeCommand } from '../store-command.ts';
import { DB_FLAG, EVENTS_FLAGS, nameOfStore, ORG_FLAG, type Place } from '../arguments/place.ts';

const INSIGHT = {
  value: 'INSIGHT',
  required: true,
  description: 'its name or id, as "insight list" shows them',
} as const;
const FILES = {
  files: {
    value: 'FILE',
    required: true,
    repeats: true,
    description: 'a query, an insight or a list of insights',
  },
} as const;

const add = storeCommand(
  {
    name: 'insight add',
    description: `Stores insights and prints their ids and names. A file holds one of these:
- a query, as "new --out FILE" writes it; its name is --name or the file's name
- an insight: {"id"?, "name", "query"}
- a list of insights

If an insight with the same id or name already exists, nothing is stored.`,
    flags: {
      org: ORG_FLAG,
      name: { value: 'NAME', description: 'the name of the insight, if there is only one' },
      force: {
        description: 'replaces existing insights of the same ID or name (also: --replace)',
      },
    },
    operands: FILES,
    examples: [
      'insight add devices.json --name "Users of each device" --org com.example.app --db usage.duckdb',
    ],
  },
  async (operations, { flags: { org, name, force }, operands: { files } }, io) => {
    const insights = nameOne(await readInsightFiles(files), name);
    for (const added of await operations.addInsights(org, insights, force))
      io.stdout.write(`${added.id}\t${added.name}\n`);
  },
);

const list = storeCommand(
  {
    name: 'insight list',
    description: 'Lists the insights: id and name.',
    flags: { org: ORG_FLAG, format: LIST_FORMAT_FLAG },
  },
  async (operations, { flags: { org, format } }, io) => {
    const insights = await operations.listInsights(org);
    const records = insights.map(({ id, name }) => ({ id, name }));
    printRecords(io, format, records);
  },
);

const show = storeCommand(
  {
    name: 'insight show',
    description: 'Prints an insight as the JSON that "insight add" takes: id, name and query.',
    flags: { org: ORG_FLAG },
    operands: { insight: INSIGHT },
    names: namesOf,
  },
  async (operations, { flags: { org }, operands: { insight } }, io) => {
    printJson(io, find(insight, await operations.listInsights(org)));
  },
);

const remove = storeCommand(
  {
    name: 'insight remove',
    description: 'Removes insights, after you confirm. If one of them does not exist, none is removed.',
    flags: { org: ORG_FLAG, yes: { description: 'does not ask you to confirm' } },
    operands: { insights: { ...INSIGHT, repeats: true } },
    names: namesOf,
  },
  async (operations, { flags: { org, yes }, operands: { insights } }, io) => {
    const saved = await operations.listInsights(org);
    const removed = [...new Set(insights.map((text) => find(text, saved)))];
    const names = removed.map(({ name }) => JSON.stringify(name)).join(', ');
    const ids = removed.map(({ id }) => id);
    const text = `Remove ${names} from ${org}?`;
    await ifConfirmed(io, { text, isAgreed: yes, declined: 'Nothing was removed.' }, async () => {
      await operations.removeInsights(org, ids);
      for (const { id, name } of removed) io.stdout.write(`removed\t${id}\t${name}\n`);
    });
  },
);

const validate = command(
  {
    name: 'insight validate',
    usage: ['insight validate FILE… [--org NAMESPACE --db FILE]'],
    description: `Checks files of insights without storing them. With --org and --db, it also names columns that no event has.`,
    flags: { ...EVENTS_FLAGS, org: { ...ORG_FLAG, required: false }, db: { ...DB_FLAG, required: false } },
    operands: FILES,
  },
  async ({ flags: { org, ...place }, operands }, io) => {
    const insights = await readInsightFiles(operands.files);
    const isStored = nameOfStore(place) !== null;
    if (isStored !== (org !== null)) throw new InputError(['give both --org NAMESPACE and --db FILE']);
    const notes = org === null ? [] : await findUnknownColumns(io, place, org, insights);
    for (const note of notes) io.stderr.write(`insight-report insight validate: ${note}\n`);
    for (const { id, name } of insights) io.stdout.write(`valid\t${id ?? '-'}\t${name}\n`);
  },
);

const sync = storeCommand(
  {
    name: 'insight sync',
    description: `Replaces all stored insights of an organization by those in the .json files of a folder.
The command prints what it added, changed and removed. After an error, nothing is changed.
An insight without an id replaces the stored one of the same name. A folder without a .json file is refused.`,
    flags: { org: ORG_FLAG, 'dry-run': { description: 'only says what would change' } },
    operands: { folder: { value: 'FOLDER', required: true, description: 'a folder of insights as JSON' } },
  },
  async (operations, { flags: { org, 'dry-run': isDry }, operands: { folder } }, io) => {
    const insights = await readInsightFolder(folder);
    const changes = await operations.syncInsights(org, insights, isDry);
    const kinds = ['added', 'changed', 'removed'] as const;
    // A new insight has no id before it is stored.
    const hasId = (id: string) => !isDry || insights.some((insight) => insight.id === id);
    for (const kind of kinds)
      for (const { id, name } of changes[kind])
        io.stdout.write(`${kind}\t${kind === 'added' && !hasId(id) ? '-' : id}\t${name}\n`);
    const counts = kinds.map((kind) => `${changes[kind].length} ${kind}`).join(', ');
    io.stdout.write(
      `${counts}, ${changes.unchanged.length} unchanged${isDry ? '; nothing was stored' : ''}\n`,
    );
  },
);

export const commands = [add, list, show, remove, validate, sync];

/** Gives the only insight a name. Throws `InputError` if there are several. */
function nameOne(insights: readonly NewInsight[], name: string | null): readonly NewInsight[] {
  if (name === null) return insights;
  if (insights.length !== 1)
    throw new InputError([`--name names one insight, and ${insights.length} were given`]);
  if (!isInsightName(name))
    throw new InputError([`--name: got ${JSON.stringify(name)}; expected ${INSIGHT_NAME}`]);
  return insights.map((insight) => ({ ...insight, name }));
}

async function namesOf(operations: StoreOperations, org: string): Promise<readonly string[]> {
  return (await operations.listInsights(org)).map(({ name }) => name);
}

/** Finds an insight by its name or id. Throws `InputError` with the name that was perhaps meant. */
function find(text: string, saved: readonly StoredInsight[]): StoredInsight {
  const insight =
    saved.find(({ name }) => name === text) ??
    saved.find(({ id }) => id.toLowerCase() === text.toLowerCase());
  if (insight !== undefined) return insight;
  const names = saved.map(({ name }) => name);
  const hint = didYouMean(text, names) || '; "insight list" lists them';
  throw new InputError([`there is no insight ${JSON.stringify(text)}${hint}`]);
}

async function findUnknownColumns(io: Io, place: Place, org: string, insights: readonly NewInsight[]) {
  return withStore(io, place, async (operations) => {
    const columns = (await askColumns(askOf(operations, org))).map(({ name }) => name);
    return insights.flatMap(({ name, query }) =>
      (isQuery(query) ? readColumns(query) : [])
        .filter((column) => !columns.includes(column))
        .map((column) => `${name}: ${unknownColumnNote(column, columns)}`),
    );
  });
}
