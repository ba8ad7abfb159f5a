import { EventRefusal } from './event.ts';
import { type Line } from './lines.ts';

/** One event as it stands in a file: the number of the line that it begins on, and its text. */
export interface EventRecord {
  readonly number: number;
  readonly text: string;
  /** The event in the form of an NDJSON line. Throws `EventRefusal`. */
  read(): unknown;
}

/** Makes events' records of a file's lines. */
export interface Records {
  /** Whether blank lines mean something. */
  readonly keepsBlank: boolean;
  push(line: Line): EventRecord | null;
  /** What is left at the end of the file. */
  end(): EventRecord | null;
}

/** The record of one line that is a JSON object. */
export function ndjsonRecord(line: Line): EventRecord {
  const { number, text } = line;
  if (text === null) return refusedRecord(number, '', line.reason);
  return { number, text, read: () => parseJson(text) };
}

/** A record that is refused whoever reads it. */
export function refusedRecord(number: number, text: string, reason: string): EventRecord {
  return {
    number,
    text,
    read: () => {
      throw new EventRefusal(reason);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EventRefusal('not JSON');
  }
}
