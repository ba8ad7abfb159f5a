import { type DuckDBConnection } from '@duckdb/node-api';
import { open, rm } from 'node:fs/promises';
import { LIMIT_KEYS } from '../store/payload-columns.ts';
import { type Store } from '../store/store.ts';
import { type DirectFile, refuseKnown, watchFile } from './direct-file.ts';
import { type ImportNote, type ImportOptions, type ImportSummary } from './import.ts';
import { ndjsonEvents } from './ndjson-events.ts';
import { copyWithout, stageOdd } from './odd-lines.ts';
import { LIMIT_KEY } from './payload.ts';
import { Staging } from './staging.ts';
import { type NdjsonSurvey, surveyNdjson } from './survey-ndjson.ts';

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
    const progress = (events: number, bytes: number) => note({ kind: 'progress', file: file.name, events, bytes });
    const survey = await surveyNdjson(source, progress);
    const known = new Set((await store.events.payloadColumns(organization)).keys());
    if (survey === null || !isWithinLimits(survey, known)) return null;
    const { odd } = survey;
    const path = odd.length === 0 ? file.path : copy;
    if (path === null) return null;
    await refuseKnown(store.events, organization, file, survey.content, options);
    if (path === copy) await copyWithout(source, odd, copy);
    const staging = await Staging.open(connection, known);
    staging.reserve(survey.keys);
    const rest = await stageOdd(source, file.name, odd, staging, note);
    staging.finish();
    const events = survey.plain + rest.taken;
    const summary = { file: file.name, events, refused: rest.tally.counts() };
    const taken = events > 0 && !(options.strict && summary.refused.length > 0);
    if (taken) {
      await note({ kind: 'storing', file: file.name, events });
      const rows = ndjsonEvents(path, survey.keys);
      const table = rest.taken > 0 ? `(${rows} UNION ALL BY NAME SELECT * FROM ${staging.table})` : `(${rows})`;
      const files = [{ file: file.name, content: survey.content, events }];
      const confirm = (stored: number) => check(stored, events);
      await store.events.take(connection, organization, {
        table,
        payload: staging.payload,
        files,
        again: options.again,
        confirm,
      });
    }
    return { taken, files: [summary] };
  } finally {
    await source.close();
    if (copy !== null) await rm(copy, { force: true });
  }
}

/** Where keys cannot all be taken, each event is judged by itself; and SQL takes two keys that differ in case for one. */
function isWithinLimits({ keys, oddKeys }: NdjsonSurvey, known: ReadonlySet<string>): boolean {
  if (new Set([...known, ...keys, ...oddKeys]).size > LIMIT_KEYS) return false;
  const areDistinct = new Set(keys.map((key) => key.toLowerCase())).size === keys.length;
  return areDistinct && keys.every((key) => key.length <= LIMIT_KEY);
}
