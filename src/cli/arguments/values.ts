// The types of values that flags take (a port, a duration, a moment, one of some words), and the flags that
// several commands share.
import { parseInstant } from '../../tql/time/interval.ts';
import { isTimeZone } from '../../tql/literals.ts';
import type { ValueType } from './spec.ts';

/** A moment, in epoch milliseconds. */
export const MOMENT: ValueType<number> = {
  expected: 'a moment such as 2026-11-16T09:00:00Z',
  parse: parseInstant,
};

/** The flag that replaces the clock. */
export const NOW_FLAG = {
  value: 'MOMENT',
  type: MOMENT,
  description: 'uses this moment instead of the current time: 2026-11-16T09:00:00Z',
} as const;

/** The flag that lets a command replace the file that it writes. */
export const FORCE_FLAG = { description: 'replaces FILE if it exists' } as const;

/** The flag that leaves only errors on stderr. */
export const QUIET_FLAG = { description: 'writes nothing to stderr but errors' } as const;

/** A time zone. */
export const ZONE: ValueType<string> = {
  expected: 'an IANA time zone such as Europe/Berlin',
  parse: (text) => (isTimeZone(text) ? text : null),
};

/** A key of events, and the column that holds it. */
export const KEY_AND_COLUMN: ValueType<readonly [string, string]> = {
  expected: 'a key of events and the column that holds it: clientUser=user_id',
  parse: (text) => {
    const [, key, column] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    return key === undefined || column === undefined ? null : [key, column];
  },
};

export const PORT: ValueType<number> = integer(0, 65_535, 'a port from 0 (any free one) to 65535');

/** The flags that say where a command serves. */
export function listenFlags<const Port extends string>(port: Port) {
  const whichPort = 'the port to listen on; 0 takes any free one';
  return {
    host: { value: 'HOST', default: '127.0.0.1', description: 'the address to listen on' },
    port: { value: 'PORT', type: PORT, default: port, description: whichPort },
  } as const;
}

/** A whole number within limits, both included. */
export function integer(
  min: number,
  max: number,
  expected = `a whole number from ${min} to ${max}`,
): ValueType<number> {
  return {
    expected,
    parse: (text) => {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
      return number >= min && number <= max ? number : null;
    },
  };
}

/** One of several words. */
export function oneOf<const Word extends string>(words: readonly Word[]): ValueType<Word> {
  return {
    words,
    expected: words.join(' or '),
    parse: (text) => words.find((word) => word === text) ?? null,
  };
}

/** Several of some words, separated by commas. */
export function someOf<const Word extends string>(words: readonly Word[]): ValueType<readonly Word[]> {
  return {
    words,
    expected: `one or several of ${words.join(', ')}, separated by commas`,
    parse: (text) => {
      const matches = text.split(',').map((part) => words.find((word) => word === part.trim()));
      const matched = matches.filter((word) => word !== undefined);
      return matched.length === matches.length ? matched : null;
    },
  };
}

/** The flag of commands that list: lines for people, or JSON. */
export const LIST_FORMAT_FLAG = {
  value: 'FORMAT',
  type: oneOf(['text', 'json']),
  default: 'text',
  description: 'text (a line for each) or json (one array)',
} as const;

const DAY_MS = 86_400_000;

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
  y: 365 * DAY_MS,
};

/** A duration in some of these units, in milliseconds. */
function duration(units: string, mostMs: number, expected: string): ValueType<number> {
  const form = new RegExp(`^([1-9]\\d{0,6})([${units}])$`);
  const parse = (text: string) => {
    const [, count, unit = ''] = form.exec(text) ?? [];
    // Without a match, `count` is undefined and the duration is NaN, which is at most nothing.
    const durationMs = Number(count) * (UNIT_MS[unit] ?? 0);
    return durationMs <= mostMs ? durationMs : null;
  };
  return { expected, parse };
}

/** A duration of at most 24 days, which a timer can wait. */
export const DURATION = duration(
  'smhd',
  24 * DAY_MS,
  'seconds, minutes, hours or days: 30s, 15m, 6h, 2d; 24d at most',
);

/** How long a token is valid. */
export const UP_TO_A_YEAR = duration(
  'hdwy',
  365 * DAY_MS,
  'hours, days, weeks or a year: 12h, 90d, 6w, 1y; a year (365d) at most',
);

/** How long something is kept: at most the 100 million days that a JavaScript date can reach back. */
export const KEEP = duration('dwy', 1e8 * DAY_MS, 'days, weeks or years: 400d, 60w, 2y');

/** The units in which DuckDB takes memory, in lower case. */
const UNIT_BYTES: Readonly<Record<string, number>> = {
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};
const MIN_MEMORY_BYTES = 64e6;

/** An amount of memory as DuckDB takes it. */
export const MEMORY: ValueType<string> = {
  expected: 'a size of 64MB or more, such as 512MB or 4GB',
  parse: (text) => {
    const [, count, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?([MGT]i?B)$/i.exec(text) ?? [];
    return Number(count) * (UNIT_BYTES[unit.toLowerCase()] ?? 0) >= MIN_MEMORY_BYTES ? text : null;
  },
};
