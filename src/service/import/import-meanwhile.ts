import { type DuckDBConnection } from '@duckdb/node-api';
import { type FileHandle } from 'node:fs/promises';
import { type Store } from '../store/store.ts';
import { type DirectFile, refuseKnown } from './direct-file.ts';
import { type ImportNote, type ImportOptions, type ImportSummary } from './import.ts';
import { ndjsonEvents } from './ndjson-events.ts';
import { type PlainLines } from './plain-lines.ts';
import { type NdjsonSurvey, surveyNdjson, type SurveyState } from './survey-ndjson.ts';

/** What an import of a file of NDJSON is about. `check` throws `StoreError` where the file is another one since, or other rows were stored. */
export interface NdjsonImport {
  readonly store: Store;
  readonly organization: number;
  readonly file: DirectFile;
  readonly source: FileHandle;
  readonly options: ImportOptions;
  readonly note: (note: ImportNote) => void | Promise<void>;
  readonly check: (stored: number, counted: number) => Promise<void>;
}

/** The file is taken, or the survey says that its lines are others than it was believed: then nothing of it is. */
export type Meanwhile =
  | { readonly kind: 'taken'; readonly summary: ImportSummary }
  | { readonly kind: 'surveyed'; readonly survey: NdjsonSurvey | null };

/**
 * Lets the engine store a file's lines in the belief that all are plain and have payload keys as `plainLines` knows them, and surveys
 * the file meanwhile; what is stored is committed once the survey agrees. Throws `StoreError`.
 */
export async function importMeanwhile(task: NdjsonImport, plainLines: PlainLines): Promise<Meanwhile> {
  const { store, file } = task;
  const keys = plainLines.keys();
  let engine: DuckDBConnection | null = null;
  const watch = ({ odd }: SurveyState): void => {
    // One that comes before the engine has begun is lost, so it is repeated.
    if (odd > 0 || plainLines.keys().length > keys.length) engine?.interrupt();
  };
  const surveying = surveyAll(task, plainLines, keys, watch);
  surveying.catch(() => engine?.interrupt());
  try {
    // On a connection of its own: whatever an interrupt leaves undone ends with it.
    await store.withConnection((connection) => {
      engine = connection;
      return storeAll(task, connection, keys, surveying).finally(() => {
        engine = null;
      });
    });
    const events = (await surveying)?.plain ?? 0;
    return { kind: 'taken', summary: { taken: true, files: [{ file: file.name, events, refused: [] }] } };
  } catch (error) {
    const survey = await surveying;
    if (isAs(keys, survey)) throw error;
    return { kind: 'surveyed', survey };
  }
}

/** The survey, and where it agrees, the refusal of content that was imported before. */
async function surveyAll(
  { store, organization, file, source, options, note }: NdjsonImport,
  plainLines: PlainLines,
  keys: readonly string[],
  watch: (state: SurveyState) => void,
): Promise<NdjsonSurvey | null> {
  const survey = await surveyNdjson(source, plainLines, async (state) => {
    watch(state);
    await note({ kind: 'progress', file: file.name, events: state.lines, bytes: state.bytes });
  });
  if (!isAs(keys, survey)) return survey;
  await refuseKnown(store.events, organization, file, survey.content, options);
  await note({ kind: 'storing', file: file.name, events: survey.plain });
  return survey;
}

function storeAll(
  { store, organization, file, options, check }: NdjsonImport,
  connection: DuckDBConnection,
  keys: readonly string[],
  surveying: Promise<NdjsonSurvey | null>,
): ReturnType<Store['events']['take']> {
  return store.events.take(connection, organization, {
    table: `(${ndjsonEvents(file.path, keys)})`,
    payload: new Map(keys.map((key, index) => [key, `p${index}`])),
    files: async (stored) => {
      const survey = await surveying;
      if (!isAs(keys, survey)) throw new Error('the survey found other lines');
      await check(stored, survey.plain);
      return [{ file: file.name, content: survey.content, events: survey.plain }];
    },
    again: options.again,
  });
}

/** Whether all lines are plain, with these keys. A survey that began with them has them all. */
function isAs(keys: readonly string[], survey: NdjsonSurvey | null): survey is NdjsonSurvey {
  return survey !== null && survey.odd.length === 0 && survey.keys.length === keys.length;
}
