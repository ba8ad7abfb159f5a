import { InputError } from '../../text/errors.ts';
import { importedBefore } from '../../service/events/event-store.ts';
import type { CsvShape } from '../../service/import/csv-columns.ts';
import type { ImportOptions, ImportSummary } from '../../service/import/files.ts';
import type { StoreOperations } from '../../service/ipc/operations.ts';
import { StoreError } from '../../service/errors.ts';
import { command } from '../arguments/command.ts';
import { KEY_AND_COLUMN, ZONE } from '../arguments/values.ts';
import { type EventSource, findSources, hashContent, readParts, textSizes } from '../import/sources.ts';
import { openReporter, type Reporter, formatSummary } from '../import/progress.ts';
import type { Io } from '../io.ts';
import { withStore } from '../store.ts';
import { EVENTS_FLAGS, ORG_FLAG } from '../arguments/place.ts';

const importEvents = command(
  {
    name: 'import',
    description: `Imports events from files of NDJSON (one JSON object on each line), CSV (a header, then a row for each event) and
Parquet; NDJSON and CSV may be compressed with gzip or zstd; "-" is stdin. Each file is imported completely or not at all. A line
that is not a valid event is refused and reported; the others are imported. A CSV file of another program is read with
--column, --timezone and --app-id.`,
    flags: {
      org: ORG_FLAG,
      ...EVENTS_FLAGS,
      strict: { description: 'imports nothing from any file, with exit code 1, if a line is refused' },
      again: { description: 'imports a file even if its content was imported before' },
      rejects: {
        value: 'FILE',
        description: 'writes the refused lines to this file, as JSON: file, line, reason, text',
      },
      column: {
        value: 'KEY=COLUMN',
        type: KEY_AND_COLUMN,
        repeats: true,
        description: 'the column of a CSV file that holds a key of events: clientUser=user_id',
      },
      timezone: {
        value: 'ZONE',
        type: ZONE,
        description: 'the zone of times in CSV that have none: Europe/Berlin',
      },
      'app-id': { value: 'ID', description: 'the appID of rows in CSV that have none' },
      quiet: { description: 'writes neither progress nor refused lines to stderr' },
    },
    operands: {
      files: { value: 'FILE', required: true, repeats: true, description: 'a file of events, or -' },
    },
  },
  async ({ flags: { org, strict, again, rejects, quiet, ...flags }, operands: { files } }, io) => {
    const csv = {
      timezone: flags.timezone,
      appID: flags['app-id'],
      columns: Object.fromEntries(flags.column),
    };
    const options = isOwnShape(csv) ? { strict, again } : { strict, again, csv };
    const stdin = io.stdin ?? process.stdin;
    try {
      const sources = await findSources(files, stdin);
      const reporter = await openReporter(quiet ? SILENT : io, rejects, files, textSizes(sources));
      try {
        const isParquet = (source: EventSource) => source.kind === 'file' && source.form === 'parquet';
        if (options.csv !== undefined && sources.some(isParquet)) throw new InputError([NOT_FOR_PARQUET]);
        const run = (operations: StoreOperations) =>
          importAll({ operations, namespace: org, options, reporter, io }, sources);
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

const isOwnShape = ({ timezone, appID, columns }: CsvShape): boolean =>
  timezone === null && appID === null && Object.keys(columns).length === 0;

const NOT_FOR_PARQUET = '--column, --timezone and --app-id are for CSV, not for Parquet';

const SILENT: Pick<Io, 'stderr'> = { stderr: { write: () => true } };

interface Job {
  readonly operations: StoreOperations;
  readonly namespace: string;
  readonly options: ImportOptions;
  readonly reporter: Reporter;
  readonly io: Io;
}

/** Returns the exit code: the highest of all files. */
async function importAll(job: Job, sources: readonly EventSource[]): Promise<number> {
  // With --strict all files are one transaction, otherwise each file is one.
  const groups = job.options.strict ? [sources] : sources.map((source) => [source]);
  let code = 0;
  for (const group of groups) code = Math.max(code, await importGroup(job, group));
  return code;
}

async function importGroup(job: Job, sources: readonly EventSource[]): Promise<number> {
  const { options, reporter, io } = job;
  try {
    const summary = await importAtOnce(job, sources);
    reporter.clear();
    for (const file of summary.files)
      io.stdout.write(`${formatSummary(file, summary.taken, options.strict)}\n`);
    return exitCode(summary);
  } catch (error) {
    if (!(error instanceof StoreError) || sources.length > 1) throw error;
    reporter.clear();
    // The other files are imported all the same.
    io.stderr.write(`insight-report import: ${error.message}\n`);
    return 2;
  }
}

async function importAtOnce(job: Job, sources: readonly EventSource[]): Promise<ImportSummary> {
  if (!job.options.again) await refuseImported(job, sources);
  const { operations, namespace, options, reporter } = job;
  return operations.importFiles(namespace, options, {
    parts: readParts(sources, options.csv && 'csv'),
    note: reporter.note,
  });
}

/**
 * Refuses early what was imported before, so that a large file is not read for nothing. The store checks
 * again as it stores.
 */
async function refuseImported(
  { operations, namespace }: Job,
  sources: readonly EventSource[],
): Promise<void> {
  for (const source of sources) {
    const content = await hashContent(source);
    const earlier = content === null ? null : await operations.findImport(namespace, content);
    if (earlier !== null) throw importedBefore(source.name, earlier);
  }
}

function exitCode({ taken, files }: ImportSummary): number {
  return !taken && files.some(({ refused }) => refused.length > 0) ? 1 : 0;
}
