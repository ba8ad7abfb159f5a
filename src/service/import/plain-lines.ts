import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';
import { CORE_NAMES, NUMERIC_KEYS } from '../events/columns.ts';

interface Known {
  readonly shape: LineShape;
  readonly pattern: RegExp;
}

const LIMIT_SHAPES = 8;
/** Each is a pattern to compile. */
const LIMIT_LESSONS = 1000;

/** Tells the lines that the engine reads as the parser of events does from those that only the parser can judge; learns their keys by and by. */
export class PlainLines {
  private known: readonly Known[] = [];
  private last = 0;
  private lessons = 0;

  /** Behind the newline of the line that begins there, if it is a plain one of a known shape; else -1. `text` has a character for each byte. */
  endOf(text: string, at: number): number {
    const end = endWith(this.known[this.last], text, at);
    if (end !== -1) return end;
    for (let index = 0; index < this.known.length; index++) {
      const other = index === this.last ? -1 : endWith(this.known[index], text, at);
      if (other === -1) continue;
      this.last = index;
      return other;
    }
    return -1;
  }

  /** Learns the shape of the line that begins there, an event: what `endOf` says of it from now on. */
  learn(text: string, at: number, event: unknown): number {
    if (!isJsonObject(event) || this.lessons === LIMIT_LESSONS) return -1;
    this.lessons += 1;
    const seen = shapeOf(event);
    for (const [index, { shape }] of this.known.entries()) {
      const learned = this.adopt(mergeShapes(shape, seen), index, text, at);
      if (learned !== -1) return learned;
    }
    return this.known.length < LIMIT_SHAPES ? this.adopt(seen, this.known.length, text, at) : -1;
  }

  /** The payload keys that the lines have values of. */
  keys(): readonly string[] {
    const members = this.known.flatMap(({ shape }) => shape.payload);
    const valued = members.filter(({ kinds }) => [...kinds].some((kind) => kind !== 'null'));
    return [...new Set(valued.map(({ key }) => key))].filter((key) => !CORE_NAMES.has(key));
  }

  /** A shape is known once a line has it: keys that only refused lines have are no keys. */
  private adopt(shape: LineShape | null, index: number, text: string, at: number): number {
    const pattern = shape === null ? null : linePattern(shape);
    if (shape === null || pattern === null) return -1;
    const adopted = { shape, pattern };
    const end = endWith(adopted, text, at);
    if (end !== -1) this.known = this.known.toSpliced(index, 1, adopted);
    return end;
  }
}

function endWith(known: Known | undefined, text: string, at: number): number {
  if (known === undefined) return -1;
  known.pattern.lastIndex = at;
  return known.pattern.test(text) ? known.pattern.lastIndex : -1;
}

/** What a value is. An object or a list is `nested`. */
type ValueKind = 'text' | 'number' | 'boolean' | 'null' | 'nested';

/** A key that a line may have, and the kinds of value that were seen there. */
interface Member {
  readonly key: string;
  readonly kinds: ReadonlySet<ValueKind>;
}

/** The keys that lines have, in the order in which they have them; those of `payload` by themselves. */
interface LineShape {
  readonly members: readonly Member[];
  readonly payload: readonly Member[];
}

/** The shape of one line. */
function shapeOf(event: JsonObject): LineShape {
  const payload = event['payload'];
  return { members: membersOf(event), payload: isJsonObject(payload) ? membersOf(payload) : [] };
}

/** A shape that both kinds of line have; null where they have the same keys in different orders. */
function mergeShapes(known: LineShape, seen: LineShape): LineShape | null {
  const members = mergeMembers(known.members, seen.members);
  const payload = mergeMembers(known.payload, seen.payload);
  return members === null || payload === null ? null : { members, payload };
}

function membersOf(object: JsonObject): readonly Member[] {
  return Object.entries(object).map(([key, value]) => ({ key, kinds: new Set([kindOf(value)]) }));
}

function kindOf(value: Json): ValueKind {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'nested';
}

function mergeMembers(known: readonly Member[], seen: readonly Member[]): readonly Member[] | null {
  const places = new Map(known.map(({ key }, place) => [key, place]));
  const merged: Member[] = [];
  let at = 0;
  for (const { key, kinds } of seen) {
    const place = places.get(key);
    if (place === undefined) merged.push({ key, kinds });
    else {
      if (place < at) return null;
      merged.push(...known.slice(at, place), { key, kinds: new Set([...(known[place]?.kinds ?? []), ...kinds]) });
      at = place + 1;
    }
  }
  return [...merged, ...known.slice(at)];
}

/**
 * What matches the lines of a shape that the engine's reader of JSON stores exactly as the parser of events would, newline included, in text
 * that has a character for each byte of UTF-8. Null where there is none: the lines that it would match are for the parser.
 */
function linePattern({ members, payload }: LineShape): RegExp | null {
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
