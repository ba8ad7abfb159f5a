import { NUMERIC_KEYS } from '../store/payload-columns.ts';
import { type LineShape, type Member, type ValueKind } from './line-shape.ts';

/**
 * What matches the lines of a shape that the engine's reader of JSON stores exactly as the parser of events would, newline included, in text
 * that has a character for each byte of UTF-8. Null where there is none: the lines that it would match are for the parser.
 */
export function linePattern({ members, payload }: LineShape): RegExp | null {
  const all = [...members, ...payload];
  if (all.length > LIMIT_MEMBERS || all.some(({ key }) => JSON.stringify(key) !== `"${key}"`)) return null;
  const inside = payload.map((each) => member(each, payloadValue(each))).join('');
  const source = members.map((each) => member(each, ownValue(each, `\\{${inside}\\}`))).join('');
  return new RegExp(String.raw`\{${source}\}\r?\n`, 'y');
}

/** With more keys, a line that does not match costs more than its parsing. */
const LIMIT_MEMBERS = 150;

const PLAIN = String.raw`[^"\\\x00-\x1f]*`;
const ESCAPE = String.raw`\\(?:["\\/bfnrt]|u(?!0000|[dD][89a-fA-F])[0-9a-fA-F]{4})`;
const REST = `${PLAIN}(?:${ESCAPE}${PLAIN})*"`;
const TEXT = `"${REST}`;
/** A number whose text is what JavaScript and the engine both write for it. */
const WRITTEN = String.raw`(?:0|-?[1-9]\d{0,14}|-?(?:0\.(?!000)|[1-9]\d{0,8}\.)\d{0,5}[1-9])`;
/** A number that both read as the same double; not the negative zero. */
const NUMBER = String.raw`(?:0(?:\.\d{1,15})?|-?[1-9]\d{0,14}(?:\.\d{1,15})?|-0\.\d{0,14}[1-9])`;
const DAY = String.raw`(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`;
const LEAP_DAY = String.raw`(?:19(?:72|76|8[048]|9[26])|2\d(?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29`;
const TIME = String.raw`"(?:(?:19[7-9]|2\d\d)\d-${DAY}|${LEAP_DAY})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?Z"`;
const NEVER = '(?!)';

type Patterns = Readonly<Partial<Record<ValueKind, string>>>;

const ANY_PLAIN: Patterns = { text: TEXT, number: WRITTEN, boolean: '(?:true|false)', null: 'null' };
const NUMERIC: Patterns = { text: `"${NUMBER}"`, number: NUMBER, null: 'null' };
const OWN: Readonly<Record<string, Patterns>> = {
  timestamp: { text: TIME },
  appID: { text: `"${PLAIN.replace('*', '{1,100}')}"` },
  clientUser: { text: TEXT, null: 'null' },
  type: { text: `"(?!")${REST}` },
  sessionID: { text: TEXT, null: 'null' },
  isTestMode: { text: '"(?:true|false)"', boolean: '(?:true|false)', null: 'null' },
  floatValue: { number: NUMBER, null: 'null' },
};
const REQUIRED: ReadonlySet<string> = new Set(['timestamp', 'appID', 'type']);
/** In a payload, these two can stand for the event's own. */
const STAND_INS: ReadonlySet<string> = new Set(['isTestMode', 'floatValue']);

function ownValue({ key, kinds }: Member, payload: string): string {
  if (key === 'payload') return oneOf(kinds, { nested: payload, null: 'null' });
  return oneOf(kinds, Object.hasOwn(OWN, key) ? (OWN[key] ?? {}) : ANY_PLAIN);
}

function payloadValue({ key, kinds }: Member): string {
  if (STAND_INS.has(key)) return NEVER;
  return oneOf(kinds, NUMERIC_KEYS.has(key) ? NUMERIC : ANY_PLAIN);
}

function oneOf(kinds: ReadonlySet<ValueKind>, patterns: Patterns): string {
  return `(?:${[...kinds].map((kind) => patterns[kind] ?? NEVER).join('|')})`;
}

/** A member with the comma behind it, unless it is the last. */
function member({ key }: Member, value: string): string {
  const name = Buffer.from(key)
    .toString('latin1')
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const written = String.raw`"${name}": ?${value}(?:, ?(?=")|(?=\}))`;
  return REQUIRED.has(key) ? written : `(?:${written})?`;
}
