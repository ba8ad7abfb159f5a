// Compiles a mapping to one statement over the rows of a file, for `stage.ts`. The statement reads, converts
// and checks them all, so that only refused rows reach JavaScript.
import { CORE_NAMES, LIMIT_KEYS, NUMERIC_KEYS } from '../events/columns.ts';
import { literal } from '../events/duckdb-values.ts';
import { AHEAD_MS, EARLIEST_MS, keyFault, LIMIT_ID, REASONS } from '../events/event.ts';
import { findValues, type ValueFinder } from './find-values.ts';
import type { Field, MappedValue, Mapping } from './mapping.ts';
import type { Rows } from './objects.ts';
import { faultWhen, firstOf, timeOf, type Value } from './values.ts';

/** The statement that makes events of the rows of a file. */
export interface EventSelect {
  readonly sql: string;
  /** Payload key → the statement's column. */
  readonly payload: ReadonlyMap<string, string>;
  /** What is not kept → the column that says whether a row has a value for it. */
  readonly left: ReadonlyMap<string, string>;
  /** The columns that are read although the mapping writes their names in another way. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The fields that no column has. */
  readonly missing: readonly Field[];
}

/** What an import depends on besides the file and its mapping. */
export interface SelectOptions {
  /** The payload keys that the organization has. */
  readonly payloadKeys: ReadonlySet<string>;
  /** The clock: later events are refused. Null: any time is taken. */
  readonly nowMs: number | null;
}

/**
 * Compiles a mapping. The statement is three, one in another: the innermost, `SELECT *, … AS _ir_appID, …`,
 * reads an event's fields as text; `SELECT *, CASE WHEN … END AS _ir_fault` finds what is wrong with a row;
 * `SELECT _ir_time AS __time, …` has an event's columns, and for a refused row why it is refused (`fault`)
 * and its text (`refused`).
 */
export function compileMapping(rows: Rows, mapping: Mapping, options: SelectOptions): EventSelect {
  const finder = findValues(rows);
  const { columns, faults, missing } = readFields(rows, mapping, finder);
  const { kept, left } = payloadOf(rows, mapping, finder, options.payloadKeys);
  const hasLeft = [...left.values()].map(
    (texts, place) => `(${texts.map((text) => `ir_has_value(${text})`).join(' OR ')}) AS _ir_n${place}`,
  );
  const allFaults = [...rows.faults, ...faults, ...payloadFaults(kept), ...timeFaults(options.nowMs)];
  const fields = `SELECT *, ${[...columns, ...hasLeft].join(', ')} FROM ${rows.from}`;
  // No condition may stand here twice: the engine would evaluate it for every row, whatever is before it.
  const checked = `SELECT *, CASE ${allFaults.join(' ')} END AS _ir_fault FROM (${fields})`;
  const selected = [
    '_ir_time AS __time',
    ...RULES.map(({ field, stored = `_ir_${field}` }) => `${stored} AS ${field}`),
    // Only here, because a thousand columns in each of the three statements take much memory.
    ...[...kept].map(([key, texts], place) => {
      const text = coalesced(texts);
      return `${NUMERIC_KEYS.has(key) ? `ir_stored_number(${text})` : text} AS p${place}`;
    }),
    ...hasLeft.map((_, place) => `_ir_n${place} AS n${place}`),
    '_ir_fault AS fault',
    `CASE WHEN _ir_fault <> '' THEN ${rows.text} END AS refused`,
  ];
  return {
    sql: `SELECT ${selected.join(', ')} FROM (${checked})`,
    payload: new Map([...kept.keys()].map((key, place) => [key, `p${place}`])),
    left: new Map([...left.keys()].map((name, place) => [name, `n${place}`])),
    renamed: finder.renamed,
    missing,
  };
}

/** How each field of an event is stored, if not as its text, and when a row is refused because of it. */
const RULES: readonly {
  readonly field: Exclude<Field, 'timestamp'>;
  readonly stored?: string;
  readonly faults?: readonly string[];
}[] = [
  {
    field: 'appID',
    stored: 'ir_app_id(_ir_appID)',
    faults: [...required('appID'), tooLong('appID')],
  },
  { field: 'clientUser' },
  { field: 'type', faults: required('type') },
  { field: 'sessionID' },
  {
    field: 'isTestMode',
    stored: 'ir_boolean(_ir_isTestMode)',
    faults: [faultWhen('ir_is_not_boolean(_ir_isTestMode)', REASONS.testMode, '_ir_isTestMode')],
  },
  {
    field: 'floatValue',
    stored: 'ir_stored_number(_ir_floatValue)',
    faults: [faultWhen('ir_is_not_number(_ir_floatValue)', REASONS.number, '_ir_floatValue')],
  },
  // An empty ID recognizes no event.
  { field: 'eventID', stored: `nullif(_ir_eventID, '')`, faults: [tooLong('eventID')] },
];

function tooLong(field: string): string {
  return faultWhen(`length(_ir_${field}) > ${LIMIT_ID}`, `${field} ${REASONS.long}`, `_ir_${field}`);
}

function required(field: string): readonly string[] {
  return [
    faultWhen(`_ir_${field} IS NULL`, `${field} ${REASONS.missing}`),
    faultWhen(`_ir_${field} = ''`, `${field} ${REASONS.empty}`),
  ];
}

/**
 * The columns with the fields of an event, what can be wrong with them, and the fields that no column has.
 */
function readFields(rows: Rows, { fields }: Mapping, finder: ValueFinder) {
  const { timestamp = { from: [] } } = fields;
  const times = finder.findAll(timestamp.from);
  const timesMs = times.map((time) => timeOf(time, timestamp.unit, timestamp.zone));
  const columns = [
    `${firstOf(times.map(({ sql }) => `${sql}::VARCHAR`))} AS _ir_written`,
    `coalesce(${[...timesMs, 'NULL::BIGINT'].join(', ')}) AS _ir_time`,
  ];
  const faults = [
    faultWhen('_ir_written IS NULL', `timestamp ${REASONS.missing}`),
    ...(timestamp.zone === undefined ? [ZONELESS] : []),
    faultWhen('_ir_time IS NULL', REASONS.time, '_ir_written'),
  ];
  const missing: Field[] = times.length === 0 ? ['timestamp'] : [];
  for (const { field, faults: fieldFaults = [] } of RULES) {
    const mapped = fields[field] ?? { from: [] };
    const values = finder.findAll(mapped.from);
    if (values.length === 0 && mapped.value === undefined) missing.push(field);
    columns.push(`${textOfMapped(rows, mapped, finder, field === 'floatValue')} AS _ir_${field}`);
    const nested = values.map(({ isNested }) => faultWhen(isNested, `${field} ${REASONS.text}`));
    faults.push(...nested, ...fieldFaults);
  }
  return { columns, faults, missing };
}

const ZONELESS = faultWhen(
  '_ir_time IS NULL AND ir_lacks_zone(_ir_written)',
  `${REASONS.zone}; give --timezone, such as Europe/Berlin`,
  '_ir_written',
);

function timeFaults(nowMs: number | null): readonly string[] {
  if (nowMs === null) return [];
  return [
    faultWhen(`_ir_time < ${EARLIEST_MS}`, REASONS.early),
    faultWhen(`_ir_time > ${nowMs + AHEAD_MS}`, REASONS.late),
  ];
}

/** The SQL of a value as text. That of a number need not look like one in a payload, which takes time. */
function textOf({ hasDecimalComma = false }: Rows, { sql, text }: Value, isNumber: boolean): string {
  if (!isNumber) return text;
  return hasDecimalComma ? `ir_decimal_point(${sql})` : `${sql}::VARCHAR`;
}

/** The SQL of what a mapping says of a value, as text. */
function textOfMapped(
  rows: Rows,
  { from, value, names = {}, by }: MappedValue,
  finder: ValueFinder,
  isNumber: boolean,
): string {
  const texts = finder.findAll(from).map((each) => textOf(rows, each, isNumber));
  const text = firstOf(texts, value);
  const cases = Object.entries(names).map(
    ([name, other]) => `WHEN ${literal(name)} THEN ${other === null ? 'NULL' : literal(other)}`,
  );
  const named = cases.length === 0 ? text : `CASE ${text} ${cases.join(' ')} ELSE ${text} END`;
  const within = by === undefined ? null : finder.find(by);
  return within === null ? named : `${within.text} || '-' || ${named}`;
}

/** The texts of each payload key, of which the first one that is not null counts. */
type Texts = ReadonlyMap<string, readonly string[]>;

/**
 * The payload of events (`kept`), and what is not kept (`left`): columns that the mapping does not keep, the
 * names of an event's own fields, and keys beyond those that an organization may have.
 */
function payloadOf(
  rows: Rows,
  mapping: Mapping,
  finder: ValueFinder,
  payloadKeys: ReadonlySet<string>,
): { readonly kept: Texts; readonly left: Texts } {
  const [kept, left] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()];
  const newKeys = new Set<string>();
  const leave = (name: string, text: string) => left.set(name, [...(left.get(name) ?? []), text]);
  const keep = (key: string, text: string) => {
    const isNew = !payloadKeys.has(key) && keyFault(key) === null;
    const isTooMany = isNew && !newKeys.has(key) && payloadKeys.size + newKeys.size >= LIMIT_KEYS;
    if (CORE_NAMES.has(key) || isTooMany) {
      leave(key, text);
      return;
    }
    if (isNew) newKeys.add(key);
    kept.set(key, [...(kept.get(key) ?? []), text]);
  };
  for (const [key, mapped] of Object.entries(mapping.payload))
    if (mapped.value !== undefined || finder.findAll(mapped.from).length > 0)
      keep(key, textOfMapped(rows, mapped, finder, NUMERIC_KEYS.has(key)));
  for (const [key, text] of systemOf(mapping, finder)) keep(`TelemetryDeck.Device.${key}`, text);
  const spreads = new Map(mapping.spread.map((spread) => [spread.from, spread]));
  for (const [name, value] of rows.values) {
    const { object } = value;
    if (finder.used.has(name) || rows.objects.has(name)) continue;
    const spread = spreads.get(object?.name ?? '');
    const isSpread = object !== undefined && spread !== undefined && !spread.leave.includes(object.key);
    const key = isSpread ? spread.prefix + object.key : name;
    if (isSpread || (object === undefined && mapping.rest))
      keep(key, textOf(rows, value, NUMERIC_KEYS.has(key)));
    else leave(name, value.text);
  }
  return { kept, left };
}

/** The parts of a version that reports use, and their payload keys. */
const VERSION_PARTS = {
  systemVersion: '[0-9].*',
  systemMajorVersion: '[0-9][^.]*',
  systemMajorMinorVersion: '[0-9][^.]*([.][^.]*)?',
};

/** The payload keys that reports use for the operating system, with their texts. */
function systemOf({ system }: Mapping, finder: ValueFinder): readonly (readonly [string, string])[] {
  const names = finder.findAll(system?.name.from).map(({ text }) => text);
  const versions = finder.findAll(system?.version?.from).map(({ text }) => text);
  if (names.length === 0) return [];
  const [name, version] = [firstOf(names), firstOf(versions)];
  const parts = Object.entries(VERSION_PARTS).map(
    ([key, part]) => [key, `ir_system_version(${name}, ${version}, '${part}')`] as const,
  );
  return [['operatingSystem', `ir_system(${name})`], ...(versions.length === 0 ? [] : parts)];
}

function payloadFaults(kept: Texts): readonly string[] {
  return [...kept].flatMap(([key, texts]) => {
    const [text, fault] = [coalesced(texts), keyFault(key)];
    if (fault !== null) return [faultWhen(`${text} IS NOT NULL`, fault)];
    if (!NUMERIC_KEYS.has(key)) return [];
    return [faultWhen(`ir_is_not_number(${text})`, `${key} ${REASONS.numericKey}`, text)];
  });
}

function coalesced(texts: readonly string[]): string {
  return `coalesce(${texts.join(', ')})`;
}
