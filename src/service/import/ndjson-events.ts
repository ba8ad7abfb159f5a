import { NUMERIC_KEYS } from '../store/payload-columns.ts';
import { literal, quoted } from './sql-text.ts';

/** The plain lines of a file of NDJSON as the engine reads them: a selection with the columns of a staging table, the payload keys in this order. */
export function ndjsonEvents(path: string, keys: readonly string[]): string {
  const typed = keys.map((key) => `${quoted(key)} ${NUMERIC_KEYS.has(key) ? 'DOUBLE' : 'VARCHAR'}`);
  const columns = [...CORE, ...(keys.length === 0 ? [] : [`payload: ${literal(`STRUCT(${typed.join(', ')})`)}`])];
  const options = [
    `format = 'newline_delimited'`,
    `compression = 'uncompressed'`,
    'hive_partitioning = false',
    `maximum_object_size = ${LIMIT_OBJECT_BYTES}`,
    `columns = {${columns.join(', ')}}`,
  ];
  const payload = keys.map((key, index) => `payload.${quoted(key)} AS p${index}`);
  return `SELECT ${[...VALUES, ...payload].join(', ')} FROM read_json(${literal(path)}, ${options.join(', ')})`;
}

/** Above what a line can be. */
const LIMIT_OBJECT_BYTES = 4_194_304;

const CORE = [
  `timestamp: 'TIMESTAMP'`,
  ...['appID', 'clientUser', 'type', 'sessionID', 'isTestMode'].map((name) => `${name}: 'VARCHAR'`),
  `floatValue: 'DOUBLE'`,
];

const VALUES = [
  'epoch_ms(timestamp) AS __time',
  'appID, clientUser, type, sessionID',
  `coalesce(isTestMode, 'false') AS isTestMode`,
  'floatValue',
];
