// `import FILE --org NAMESPACE --db FILE` stores the events of files in a database. The files of ../import/
// find, read and store the events; this one turns the flags into a mapping, and the outcome into an exit
// code.
import { InputError } from '../../text/errors.ts';
import { StoreError } from '../../service/errors.ts';
import type { Mapping } from '../../service/import/mapping.ts';
import type { StoreOperations } from '../../service/ipc/operations.ts';
import { command } from '../arguments/command.ts';
import { EVENTS_FLAGS, ORG_FLAG } from '../arguments/place.ts';
import { KEY_AND_COLUMN, oneOf, ZONE } from '../arguments/values.ts';
import type { ImportRequest } from '../import/import-at-once.ts';
import { openReporter } from '../import/reporter.ts';
import { type EventSource, findSources } from '../import/sources.ts';
import { formatSummary } from '../import/summary.ts';
import type { Io } from '../io.ts';
import { readJsonFile } from '../json-file.ts';
import { withStore } from '../store.ts';

/** The tools whose exports are read, and one whose export holds no events. */
const TOOLS = ['aptabase', 'posthog', 'mixpanel', 'amplitude', 'ga4', 'umami', 'plausible'] as const;

const importEvents = command(
  {
    name: 'import',
    description: `Imports events from files, or from another tool's export (--from). A file is NDJSON (one JSON object on each line), JSON,
CSV (a header, then a row for each event) or Parquet, and may be compressed with gzip, zstd or zip. "-" is stdin.
A line that is not a valid event is reported and left out. If the command is interrupted, it imports nothing of the file
that it was reading.`,
    flags: {
      org: { ...ORG_FLAG, replacedBy: 'columns' },
      ...EVENTS_FLAGS,
      db: { value: 'FILE', description: 'the database file' },
      from: {
        value: 'TOOL',
        type: oneOf(TOOLS),
        description: 'reads the export of this tool: aptabase, posthog, mixpanel, amplitude, ga4, umami',
      },
      map: {
        value: 'FILE',
        description: 'reads the files by the mapping in this file (see docs/reference/mappings.md)',
      },
      columns: { description: "imports nothing: prints the files' columns, and a mapping to start from" },
      strict: { description: 'if a line of any file is not valid, imports nothing and exits with 1' },
      again: { description: 'imports a file even if its content was imported before' },
      rejects: {
        value: 'FILE',
        description: 'writes the lines that are not valid to this file, as JSON: file, line, reason, text',
      },
      column: {
        value: 'KEY=COLUMN',
        type: KEY_AND_COLUMN,
        repeats: true,
        description: 'reads a part of the event from this column: clientUser=user_id',
      },
      timezone: {
        value: 'ZONE',
        type: ZONE,
        description: 'the time zone of times without one: Europe/Berlin',
      },
      'app-id': { value: 'ID', description: 'the appID of events that have none' },
      quiet: { description: 'writes no progress and no invalid lines to stderr' },
    },
    operands: {
      files: { value: 'FILE', required: true, repeats: true, description: 'a file of events, or -' },
    },
  },
  async ({ flags: { org, strict, again, rejects, quiet, columns, ...flags }, operands: { files } }, io) => {
    const stdin = io.stdin ?? process.stdin;
    try {
      const mapping = await readMapping(flags);
      const sources = await findSources(files, stdin);
      if (columns) {
        const { describeSources } = await import('../import/describe.ts');
        return await describeSources(sources, mapping, io);
      }
      if (flags.db === null && flags.state === null) throw new InputError(['--db FILE is missing']);
      const reporter = await openReporter(quiet ? SILENT : io, rejects, files);
      try {
        const run = (operations: StoreOperations) =>
          importAll({ operations, namespace: org ?? '', mapping, strict, again, ...reporter, io }, sources);
        return await withStore(io, flags, run);
      } finally {
        await reporter.close();
      }
    } finally {
      // If the import ended before its input did, the writer of the pipe must not keep this process alive.
      stdin.destroy();
    }
  },
);

export const commands = [importEvents];

const SILENT: Pick<Io, 'stderr'> = { stderr: { write: () => true } };

interface MappingFlagValues {
  readonly from: (typeof TOOLS)[number] | null;
  readonly map: string | null;
  readonly column: readonly (readonly [string, string])[];
  readonly timezone: string | null;
  readonly 'app-id': string | null;
}

/** The mapping that the flags name, with what they add. Throws `InputError`. */
async function readMapping({
  from,
  map,
  column,
  timezone,
  'app-id': appID,
}: MappingFlagValues): Promise<Mapping> {
  const { mappingOf, OWN, parseMapping, withFlags } = await import('../../service/import/mapping.ts');
  if (from !== null && map !== null)
    throw new InputError(['give either --from TOOL or --map FILE, not both']);
  if (from === 'plausible')
    throw new InputError([
      "Plausible's export holds daily totals and no events, so there is nothing to import",
    ]);
  const toolMapping = from === null ? OWN : mappingOf(from);
  const mapping = map === null ? toolMapping : parseMapping(map, await readJsonFile(map));
  return withFlags(mapping, { timezone, appID, columns: new Map(column) });
}

/** What an import works with. */
interface ImportJob extends ImportRequest {
  readonly io: Io;
}

/**
 * Imports the files one by one, or all at once with `--strict`. Returns the exit code: the highest of all.
 */
async function importAll(job: ImportJob, sources: readonly EventSource[]): Promise<number> {
  // With --strict all files are one transaction, otherwise each file is one.
  const groups = job.strict ? [sources] : sources.map((source) => [source]);
  let code = 0;
  for (const group of groups) code = Math.max(code, await importGroup(job, group));
  return code;
}

/** Imports files in one transaction, and prints a summary of each. Returns the exit code. */
async function importGroup(job: ImportJob, sources: readonly EventSource[]): Promise<number> {
  const { mapping, io } = job;
  try {
    const { importAtOnce } = await import('../import/import-at-once.ts');
    const { files, isTaken } = await importAtOnce(job, sources);
    for (const file of files) io.stdout.write(`${formatSummary(file, isTaken, mapping)}\n`);
    return !isTaken && files.some(({ refused }) => refused.length > 0) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof StoreError) || sources.length > 1) throw error;
    // The other files are imported anyway.
    io.stderr.write(`insight-report import: ${error.message}\n`);
    return 2;
  }
}
