import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../text/errors.ts';
import { fileErrorReason } from '../../text/file-error.ts';
import { StoreError } from '../../service/errors.ts';
import type { EventFile, FileForm } from '../../service/import/columns.ts';
import { beginsWith } from './compression.ts';
import { csvForm } from './csv.ts';
import { readChunks } from './lines.ts';
import { encodingOf, mend, type RefusedLine, type Scan, scan } from './scan.ts';
import type { EventSource } from './event-source.ts';

/** A file that the engine can read as it is. */
export interface PreparedFile {
  readonly file: EventFile;
  /** The SHA-256 by which a file is recognized: of its decompressed text, or of a Parquet file's bytes. */
  readonly content: string;
  readonly notes: readonly string[];
  /** Throws `StoreError` if the file was changed since. */
  check(): Promise<void>;
}

const PARQUET = [0x50, 0x41, 0x52, 0x31];

/**
 * Prepares a source for the engine: what is not in a file, not in UTF-8 or has lines that cannot be read is
 * written to the folder. `refuse` is called for those lines. Throws `StoreError`.
 */
export async function prepareFile(
  source: EventSource,
  folder: string,
  refuse: (line: RefusedLine) => Promise<void>,
  passed: () => void = () => undefined,
): Promise<PreparedFile> {
  const { name } = source;
  const copy = source.kind === 'stream' ? join(folder, 'events') : null;
  const before = copy === null ? await stateOf(name) : '';
  const bytes = source.kind === 'stream' ? source.bytes : readChunks(name);
  const seen = await readWhole(name, scan(bytes, copy, passed));
  const raw = copy ?? (await realpath(name));
  const encoding = encodingOf(seen);
  const check = async () => {
    if (copy === null && before !== (await stateOf(name)))
      throw new StoreError(
        `${name} changed while it was read, and nothing of it was taken. Import it again once nothing writes to it.`,
      );
  };
  const prepared = { content: seen.content, notes: [], check };
  if (beginsWith(seen.head, PARQUET))
    return { ...prepared, file: { name, path: raw, form: { kind: 'parquet' } } };
  const head = new TextDecoder(encoding).decode(seen.head).replace(/^\uFEFF/, '');
  const form = formOf(name, seen.hasNewline ? head : head.replaceAll('\r', '\n'), seen.hasQuote);
  if (!needsMending(seen, encoding, form)) return { ...prepared, file: { name, path: raw, form } };
  const path = join(folder, 'mended');
  await readWhole(name, mend(raw, path, encoding, seen, refuse));
  const notes = encoding === 'windows-1252' ? [`${name} is not UTF-8 and is read as Windows-1252.`] : [];
  return { ...prepared, notes, file: { name, path, form } };
}

function needsMending(seen: Scan, encoding: string, { kind }: FileForm): boolean {
  if (encoding !== 'utf-8' || seen.hasOther || beginsWith(seen.head, [0xef, 0xbb, 0xbf])) return true;
  if (kind === 'json') return false;
  return seen.hasLongLine || (seen.hasReturn && (kind === 'ndjson' || !seen.hasNewline));
}

/** How a text is written, by its beginning: JSON begins with a brace or a bracket, CSV with a header. */
function formOf(name: string, head: string, hasQuote: boolean): FileForm {
  const lines = head.split('\n').map((line) => line.trim());
  const first = lines.find((line) => line !== '') ?? '';
  if (first.startsWith('[') || first === '{') return { kind: 'json' };
  if (lines.slice(0, 10).some((line) => line.startsWith('{'))) return { kind: 'ndjson' };
  return csvForm(name, head, hasQuote) ?? { kind: 'ndjson' };
}

async function stateOf(name: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(name, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

async function readWhole<T>(name: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StoreError || error instanceof InputError) throw error;
    throw new StoreError(
      `${name} could not be read to its end, and nothing of it was taken: ${fileErrorReason(error)}.`,
    );
  }
}
