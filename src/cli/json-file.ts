import { readFile } from 'node:fs/promises';
import { InputError } from '../errors.ts';
import { fileErrorReason } from '../text/file-error.ts';

/** Reads a JSON file. Throws an `InputError` that names the file. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new InputError([`${path} cannot be read: ${fileErrorReason(error)}`]);
  });
  return parseJsonFile(path, text);
}

/** Parses the text of a JSON file, with or without a byte order mark. Throws an `InputError` that names the file. */
export function parseJsonFile(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new InputError([`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
}
