import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { InputError } from '../errors.ts';
import { fileErrorReason } from '../text/file-error.ts';
import { truncate } from '../text/truncate.ts';
import { toOneLine } from '../text/visible.ts';

/** Reads a JSON file, or stdin if the path is `-`. Throws an `InputError` that names the file. */
export async function readJsonFile(path: string, stdin?: Readable): Promise<unknown> {
  if (path === '-' && stdin !== undefined) return parseJsonFile('stdin', await text(stdin));
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new InputError([`${path} cannot be read: ${fileErrorReason(error)}`]);
  });
  return parseJsonFile(path, content);
}

/**
 * Parses the text of a JSON file, with or without a byte order mark. Throws an `InputError` that names the
 * file.
 */
export function parseJsonFile(path: string, content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new InputError([`${path} is not JSON${describePlace(content, error)}`]);
  }
}

/**
 * Where JSON ends being JSON: line and column, if the engine says the position, and the text that stands
 * there.
 */
function describePlace(content: string, error: unknown): string {
  if (content.trim() === '') return ': it is empty';
  const message = error instanceof Error ? error.message : '';
  const position = /\bposition (\d+)/.exec(message)?.[1];
  if (position === undefined) return message.includes('end of JSON') ? ': it ends too early' : '';
  const before = content.slice(0, Number(position)).split('\n');
  const found = truncate(toOneLine(content.slice(Number(position)).split('\n')[0] ?? ''), 20);
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  return found === ''
    ? ` in ${place}: it ends too early`
    : ` in ${place}: ${JSON.stringify(found)} was not expected`;
}
