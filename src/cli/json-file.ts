// Reads JSON that a person wrote, for every command that takes a file: a mistake is reported as
// `devices.json is not JSON in line 3, column 5`.
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { InputError } from '../text/errors.ts';
import { fileErrorReason } from '../text/file-error.ts';
import { whereNotJson } from '../text/where-not-json.ts';

/** Reads a JSON file, or stdin if the path is `-`. Throws an `InputError` that names the file. */
export async function readJsonFile(path: string, stdin?: Readable): Promise<unknown> {
  if (path === '-' && stdin !== undefined) return parseJsonFile('stdin', await text(stdin));
  return parseJsonFile(path, await readFile(path, 'utf8').catch(cannotRead(path)));
}

/** Throws an `InputError` for a file that could not be read. */
export function cannotRead(path: string): (error: unknown) => never {
  return (error) => {
    throw new InputError([`${path} cannot be read: ${fileErrorReason(error)}`]);
  };
}

/**
 * Parses the text of a JSON file, with or without a byte order mark. Throws an `InputError` that names the
 * file.
 */
export function parseJsonFile(path: string, content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new InputError([`${path} is not JSON${whereNotJson(content, error)}`]);
  }
}
