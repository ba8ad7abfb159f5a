/** A value of a property list in its old form, as Xcode writes projects: with the line that it begins on. */
export type PlistValue = PlistText | PlistList | PlistMap;
interface PlistText {
  readonly kind: 'text';
  readonly text: string;
  readonly line: number;
}
interface PlistList {
  readonly kind: 'list';
  readonly items: readonly PlistValue[];
}
interface PlistMap {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, PlistValue>;
}

/** A token: a text, or one of `{ } ( ) = ; ,` alone. */
interface Token {
  readonly text: string;
  readonly isMark: boolean;
  readonly line: number;
}

const TOKENS = /\/\*[^]*?\*\/|\/\/[^\n]*|"((?:\\[^]|[^"\\])*)"|([{}()=;,])|([^\s{}()=;,"]+)|\n/g;

/** Parses a property list; null if it is none, as a file with marks of a conflict. */
export function parsePlist(source: string): PlistMap | null {
  const reader = { tokens: tokensOf(source), at: 0 };
  try {
    const value = readValue(reader, 0);
    return value.kind === 'map' ? value : null;
  } catch (error) {
    if (error instanceof NoPlist) return null;
    throw error;
  }
}

class NoPlist extends Error {}

function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const [whole, quoted, mark, word] of source.matchAll(TOKENS)) {
    const text = quoted?.replace(/\\([^])/g, '$1') ?? mark ?? word;
    if (text !== undefined) tokens.push({ text, isMark: mark !== undefined, line });
    line += whole.split('\n').length - 1;
  }
  return tokens;
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
}

/** Deeper than any project. */
const DEPTH = 50;

function readValue(reader: Reader, depth: number): PlistValue {
  const { text, isMark, line } = next(reader);
  if (depth > DEPTH) throw new NoPlist();
  if (!isMark) return { kind: 'text', text, line };
  if (text === '{') return { kind: 'map', entries: readEntries(reader, depth) };
  if (text === '(') return { kind: 'list', items: readItems(reader, depth) };
  throw new NoPlist();
}

function readEntries(reader: Reader, depth: number): ReadonlyMap<string, PlistValue> {
  const entries = new Map<string, PlistValue>();
  for (let key = next(reader); !isMark(key, '}'); key = next(reader)) {
    if (key.isMark || !isMark(next(reader), '=')) throw new NoPlist();
    entries.set(key.text, readValue(reader, depth + 1));
    if (!isMark(next(reader), ';')) throw new NoPlist();
  }
  return entries;
}

function readItems(reader: Reader, depth: number): readonly PlistValue[] {
  const items: PlistValue[] = [];
  while (!peekIs(reader, ')')) {
    items.push(readValue(reader, depth + 1));
    if (peekIs(reader, ',')) reader.at += 1;
  }
  reader.at += 1;
  return items;
}

function next(reader: Reader): Token {
  const token = reader.tokens[reader.at];
  if (token === undefined) throw new NoPlist();
  reader.at += 1;
  return token;
}

function peekIs({ tokens, at }: Reader, mark: string): boolean {
  const token = tokens[at];
  return token !== undefined && isMark(token, mark);
}

function isMark(token: Token, mark: string): boolean {
  return token.isMark && token.text === mark;
}
