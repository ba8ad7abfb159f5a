import { type DuckDBConnection } from '@duckdb/node-api';
import { open, rm } from 'node:fs/promises';
import { LIMIT_KEYS } from '../store/payload-columns.ts';
import { type Store } from '../store/store.ts';
import { type DirectFile, refuseKnown, watchFile } from './direct-file.ts';
import { type ImportNote, type ImportOptions, type ImportSummary } from './import.ts';
import { importMeanwhile, type NdjsonImport } from './import-meanwhile.ts';
import { ndjsonEvents } from './ndjson-events.ts';
import { copyWithout, stageOdd } from './odd-lines.ts';
import { LIMIT_KEY } from './payload.ts';
import { PlainLines } from './plain-lines.ts';
import { Staging } from './staging.ts';
import { type NdjsonSurvey, sampleNdjson, surveyNdjson } from './survey-ndjson.ts';

/**
 * Takes the events of a file of NDJSON by the engine's own reader, once it is known which lines that reads as the parser of events
 * does; the others are parsed, and left out of a copy of the file, `copy`, where there can be one. Null where the file is not one for this. Throws `StoreError`.
 */
export async function importNdjson(
  store: Store,
  organization: number,
  connection: DuckDBConnection,
  file: DirectFile,
  copy: string | null,
  options: ImportOptions,
  note: (note: ImportNote) => void | Promise<void>,
): Promise<ImportSummary | null> {
  const check = await watchFile(file);
  const source = await open(file.path, 'r');
  try {
    const task = { store, organization, file, source, options, note, check };
    const known = new Set((await store.events.payloadColumns(organization)).keys());
    const surveyed = await surveyOrTake(task, known);
    if (surveyed.kind === 'taken') return surveyed.summary;
    const { survey } = surveyed;
    if (survey === null || !isWithinLimits(survey, known)) return null;
    if (survey.odd.length > 0 && copy === null) return null;
    return await importSurveyed(task, connection, known, survey, copy ?? file.path);
  } finally {
    await source.close();
    if (copy !== null) await rm(copy, { force: true });
  }
}

/** A survey of a smaller file is over before it pays to do anything else at the same time. */
const LARGE_BYTES = 16_000_000;

async function surveyOrTake(task: NdjsonImport, known: ReadonlySet<string>): ReturnType<typeof importMeanwhile> {
  const { file, source, note } = task;
  const plainLines = new PlainLines();
  const { size } = await source.stat();
  if (size >= LARGE_BYTES && (await sampleNdjson(source, size, plainLines))) {
    const sampled = { keys: plainLines.keys(), oddKeys: new Set<string>() };
    if (isWithinLimits(sampled, known)) return importMeanwhile(task, plainLines);
  }
  const survey = await surveyNdjson(source, plainLines, ({ lines, bytes }) =>
    note({ kind: 'progress', file: file.name, events: lines, bytes }),
  );
  return { kind: 'surveyed', survey };
}

/** Where keys cannot all be taken, each event is judged by itself; and SQL takes two keys that differ in case for one. */
function isWithinLimits(
  { keys, oddKeys }: Pick<NdjsonSurvey, 'keys' | 'oddKeys'>,
  known: ReadonlySet<string>,
): boolean {
  if (new Set([...known, ...keys, ...oddKeys]).size > LIMIT_KEYS) return false;
  const areDistinct = new Set(keys.map((key) => key.toLowerCase())).size === keys.length;
  return areDistinct && keys.every((key) => key.length <= LIMIT_KEY);
}

/** Takes a file whose lines are known; the engine reads a copy without the odd ones, if there are any. */
async function importSurveyed(
  { store, organization, file, source, options, note, check }: NdjsonImport,
  connection: DuckDBConnection,
  known: ReadonlySet<string>,
  { content, plain, odd, keys }: NdjsonSurvey,
  copy: string,
): Promise<ImportSummary> {
  await refuseKnown(store.events, organization, file, content, options);
  if (odd.length > 0) await copyWithout(source, odd, copy);
  const staging = await Staging.open(connection, known);
  staging.reserve(keys);
  const rest = await stageOdd(source, file.name, odd, staging, note);
  staging.finish();
  const events = plain + rest.taken;
  const summary = { file: file.name, events, refused: rest.tally.counts() };
  const taken = events > 0 && !(options.strict && summary.refused.length > 0);
  if (taken) {
    await note({ kind: 'storing', file: file.name, events });
    const rows = ndjsonEvents(odd.length > 0 ? copy : file.path, keys);
    await store.events.take(connection, organization, {
      table: rest.taken > 0 ? `(${rows} UNION ALL BY NAME SELECT * FROM ${staging.table})` : `(${rows})`,
      payload: staging.payload,
      files: async (stored) => {
        await check(stored, events);
        return [{ file: file.name, content, events }];
      },
      again: options.again,
    });
  }
  return { taken, files: [summary] };
}
