import type { Readable } from 'node:stream';
import { InputError } from '../../errors.ts';
import type { ImportOptions, ImportSummary } from '../../service/import/files.ts';
import { importedBefore } from '../../service/import/direct-file.ts';
import type { StoreOperations } from '../../service/ipc/operations.ts';
import { StoreError } from '../../service/errors.ts';
import type { Arguments, CommandSpec } from '../arguments/parse.ts';
import {
  hashContent,
  engineReadableFormat,
  type EventSource,
  findSources,
  readParts,
  engineReadablePaths,
} from '../import/sources.ts';
import { openReporter, type Reporter, formatSummary } from '../import/progress.ts';
import type { Io } from '../io.ts';
import { DB_FLAG, ORG_FLAG, runCommand, withStore } from '../arguments/command.ts';

/** `insight-report import`: takes files of events into a store. Gives the exit code. */
export async function run(args: readonly string[], io: Io, stdin: Readable = process.stdin): Promise<number> {
  try {
    return await runCommand(IMPORT, args, io, (given) => importGiven(given, io, stdin));
  } finally {
    // Where the import ended first, whatever still holds the pipe open must not hold the process.
    stdin.destroy();
  }
}

const IMPORT: CommandSpec = {
  usage: 'import FILE… --org NAMESPACE --db FILE [--strict] [--again] [--rejects FILE]',
  says: `Takes events from files of NDJSON (one JSON object a line), CSV (a header, then a row an event) and Parquet; NDJSON and CSV
also as gzip or zstd; "-" is stdin. Each file is taken whole or not at all; a line that holds no event is refused and said, and
the others are taken.`,
  flags: {
    org: ORG_FLAG,
    db: DB_FLAG,
    strict: { value: null, says: 'any refused line: nothing of any file is taken, exit code 1' },
    again: { value: null, says: 'takes a file whose content was imported before a second time' },
    rejects: { value: 'FILE', says: 'writes the refused lines there, as JSON: file, line, reason, text' },
  },
  positionals: { name: 'FILE', min: 1, max: null },
};

async function importGiven(given: Arguments, io: Io, stdin: Readable): Promise<number> {
  const { sources, problems } = await findSources(given.positionals, stdin);
  if (problems.length > 0) throw new InputError(problems);
  const reporter = await openReporter(io, given.text('rejects'), given.positionals);
  try {
    const readable = await engineReadablePaths(sources);
    return await withStore(given.text('db') ?? '', { create: false, readable }, async (operations) => {
      const options = { strict: given.has('strict'), again: given.has('again') };
      // Strict is about all files together: one transaction for them, and one for each file otherwise.
      const groups = options.strict ? [sources] : sources.map((source) => [source]);
      let code = 0;
      for (const group of groups) {
        const next = await importGroup(operations, given.text('org') ?? '', group, options, reporter, io);
        code = Math.max(code, next);
      }
      return code;
    });
  } finally {
    await reporter.close();
  }
}

async function importGroup(
  operations: StoreOperations,
  namespace: string,
  sources: readonly EventSource[],
  options: ImportOptions,
  reporter: Reporter,
  io: Io,
): Promise<number> {
  try {
    const summary =
      (await importWithEngine(operations, namespace, sources, options, reporter)) ??
      (await importByLine(operations, namespace, sources, options, reporter));
    reporter.clear();
    for (const file of summary.files) io.stdout.write(`${formatSummary(file, summary.taken, options.strict)}\n`);
    return exitCode(summary);
  } catch (error) {
    if (!(error instanceof StoreError) || sources.length > 1) throw error;
    reporter.clear();
    // The other files are still taken.
    io.stderr.write(`insight-report import: ${error.message}\n`);
    return 2;
  }
}

/** One file by itself is read by the store's engine where it can. */
async function importWithEngine(
  operations: StoreOperations,
  namespace: string,
  sources: readonly EventSource[],
  options: ImportOptions,
  reporter: Reporter,
): Promise<ImportSummary | null> {
  const [source, ...others] = sources;
  const format = source === undefined || others.length > 0 ? null : await engineReadableFormat(source);
  if (source === undefined || format === null) return null;
  const [path = ''] = await engineReadablePaths([source]);
  return operations.importDirectly(namespace, { name: source.name, path, format }, options, reporter.note);
}

async function importByLine(
  operations: StoreOperations,
  namespace: string,
  sources: readonly EventSource[],
  options: ImportOptions,
  reporter: Reporter,
): Promise<ImportSummary> {
  if (!options.again) await refuseImported(operations, namespace, sources);
  return operations.importFiles(namespace, readParts(sources), options, reporter.note);
}

/** Says so before a large file is read in vain; the store itself compares again when it takes the events. */
async function refuseImported(
  operations: StoreOperations,
  namespace: string,
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
