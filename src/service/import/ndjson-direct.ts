import { type FileHandle, open, rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { LIMIT_KEYS, NUMERIC_KEYS } from '../events/columns.ts';
import { literal, quoted } from '../events/duckdb-values.ts';
import { InvalidEventError, LIMIT_KEY_LENGTH } from '../events/event.ts';
import type { EventStore, ImportTarget } from '../events/event-store.ts';
import { type DirectFile, refuseImported, watchForChanges } from './direct-file.ts';
import { type ImportNote, type ImportOptions, type ImportSummary, readRecord, RefusalTally } from './files.ts';
import { type NdjsonSurvey, type OddLine, sampleNdjson, surveyNdjson, type SurveyState } from './ndjson-survey.ts';
import { PlainLines } from './plain-lines.ts';
import { LineSplitter, ndjsonRecord } from './records.ts';
import { Staging } from './staging.ts';

/**
 * Takes the events of a file of NDJSON by the engine's own reader, once it is known which lines that reads as the parser of events
 * does; the others are parsed, and left out of a copy of the file, `copy`, where there can be one. Null where the file is not one for this. Throws `StoreError`.
 */
export async function importNdjson(
  store: ImportTarget,
  organization: number,
  connection: DuckDBConnection,
  file: DirectFile,
  copy: string | null,
  options: ImportOptions,
  note: (note: ImportNote) => void | Promise<void>,
): Promise<ImportSummary | null> {
  const check = await watchForChanges(file);
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
  return areDistinct && keys.every((key) => key.length <= LIMIT_KEY_LENGTH);
}

/** Takes a file whose lines are known; the engine reads a copy without the odd ones, if there are any. */
async function importSurveyed(
  { store, organization, file, source, options, note, check }: NdjsonImport,
  connection: DuckDBConnection,
  known: ReadonlySet<string>,
  { content, plain, odd, keys }: NdjsonSurvey,
  copy: string,
): Promise<ImportSummary> {
  await refuseImported(store.events, organization, file, content, options);
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

/** What an import of a file of NDJSON is about. `check` throws `StoreError` where the file is another one since, or other rows were stored. */
interface NdjsonImport {
  readonly store: ImportTarget;
  readonly organization: number;
  readonly file: DirectFile;
  readonly source: FileHandle;
  readonly options: ImportOptions;
  readonly note: (note: ImportNote) => void | Promise<void>;
  readonly check: (stored: number, counted: number) => Promise<void>;
}

/** The file is taken, or the survey says that its lines are others than it was believed: then nothing of it is. */
type Meanwhile =
  | { readonly kind: 'taken'; readonly summary: ImportSummary }
  | { readonly kind: 'surveyed'; readonly survey: NdjsonSurvey | null };

/**
 * Lets the engine store a file's lines in the belief that all are plain and have payload keys as `plainLines` knows them, and surveys
 * the file meanwhile; what is stored is committed once the survey agrees. Throws `StoreError`.
 */
async function importMeanwhile(task: NdjsonImport, plainLines: PlainLines): Promise<Meanwhile> {
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
  await refuseImported(store.events, organization, file, survey.content, options);
  await note({ kind: 'storing', file: file.name, events: survey.plain });
  return survey;
}

function storeAll(
  { store, organization, file, options, check }: NdjsonImport,
  connection: DuckDBConnection,
  keys: readonly string[],
  surveying: Promise<NdjsonSurvey | null>,
): ReturnType<EventStore['take']> {
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

/** Writes a file without some of its lines. The copy is for its owner only; one that a process left behind gives way. */
async function copyWithout(source: FileHandle, odd: readonly OddLine[], copy: string): Promise<void> {
  await rm(copy, { force: true });
  const target = await open(copy, 'wx', 0o600);
  try {
    const buffer = Buffer.alloc(COPY_CHUNK_BYTES);
    let from = 0;
    for (const { start, end } of [...odd, { start: Infinity, end: Infinity }]) {
      await copyRange(source, target, buffer, from, start);
      from = end;
    }
  } finally {
    await target.close();
  }
}

const COPY_CHUNK_BYTES = 1_048_576;

async function copyRange(
  source: FileHandle,
  target: FileHandle,
  buffer: Buffer,
  from: number,
  to: number,
): Promise<void> {
  for (let at = from; at < to;) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(COPY_CHUNK_BYTES, to - at), at);
    if (bytesRead === 0) return;
    await target.writev([buffer.subarray(0, bytesRead)]);
    at += bytesRead;
  }
}

/** Stages the events of a file's odd lines; gives how many they are, and why the others are refused. */
async function stageOdd(
  source: FileHandle,
  file: string,
  odd: readonly OddLine[],
  staging: Staging,
  note: (note: ImportNote) => void | Promise<void>,
): Promise<{ readonly taken: number; readonly tally: RefusalTally }> {
  const tally = new RefusalTally();
  let taken = 0;
  for (const { number, start, end } of odd) {
    const bytes = Buffer.alloc(end - start);
    await source.read(bytes, 0, bytes.length, start);
    const splitter = new LineSplitter(false, number - 1);
    for (const line of [...splitter.push(bytes), ...splitter.end()]) {
      const record = ndjsonRecord(line);
      const event = readRecord(record, staging);
      if (event instanceof InvalidEventError) {
        tally.add(event.reason, record.number);
        await note({ kind: 'refused', file, line: record.number, reason: event.message, text: record.text });
      } else {
        await staging.append([event]);
        taken += 1;
      }
    }
  }
  return { taken, tally };
}

/** The plain lines of a file of NDJSON as the engine reads them: a selection with the columns of a staging table, the payload keys in this order. */
function ndjsonEvents(path: string, keys: readonly string[]): string {
  const typed = keys.map((key) => `${quoted(key)} ${NUMERIC_KEYS.has(key) ? 'DOUBLE' : 'VARCHAR'}`);
  const columns = [
    ...CORE_READ_COLUMNS,
    ...(keys.length === 0 ? [] : [`payload: ${literal(`STRUCT(${typed.join(', ')})`)}`]),
  ];
  const options = [
    `format = 'newline_delimited'`,
    `compression = 'uncompressed'`,
    'hive_partitioning = false',
    `maximum_object_size = ${LIMIT_OBJECT_BYTES}`,
    `columns = {${columns.join(', ')}}`,
  ];
  const payload = keys.map((key, index) => `payload.${quoted(key)} AS p${index}`);
  return `SELECT ${[...CORE_VALUES, ...payload].join(', ')} FROM read_json(${literal(path)}, ${options.join(', ')})`;
}

/** Above what a line can be. */
const LIMIT_OBJECT_BYTES = 4_194_304;

const CORE_READ_COLUMNS = [
  `timestamp: 'TIMESTAMP'`,
  ...['appID', 'clientUser', 'type', 'sessionID', 'isTestMode'].map((name) => `${name}: 'VARCHAR'`),
  `floatValue: 'DOUBLE'`,
];

const CORE_VALUES = [
  'epoch_ms(timestamp) AS __time',
  'appID, clientUser, type, sessionID',
  `coalesce(isTestMode, 'false') AS isTestMode`,
  'floatValue',
];
