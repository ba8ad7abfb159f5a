// Reads the files of events in a zip file, as Amplitude exports them. `sources.ts` loads
// this only for a zip file.
import { stat } from 'node:fs/promises';
import { openPromise } from 'yauzl';
import { bounded, gunzip } from './compression.ts';

/** Files that can be read: `2026-10-01.json.gz`. */
const EVENTS = /\.(ndjson|jsonl?|csv|tsv|parquet)(\.(gz|gzip))?$/i;
/** Files of events that cannot be read within a zip file: they would be skipped without a word. */
const PACKED_EVENTS = /\.(ndjson|jsonl?|csv|tsv|parquet)\.(zst|zstd|bz2|xz|zip)$/i;

/**
 * The files of events in a zip file: those of JSON as one, because some tools export one for each hour. Other
 * files, and those that macOS adds, are passed over. Throws if one is packed in a way that is not read.
 */
export async function zipSources(
  path: string,
): Promise<readonly { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> }[]> {
  const names: string[] = [];
  const zip = await openPromise(path, { autoClose: false });
  try {
    for await (const { fileName } of zip.eachEntry()) {
      if (fileName.startsWith('__MACOSX/')) continue;
      if (PACKED_EVENTS.test(fileName))
        throw new Error(`import cannot read ${fileName} in it; unpack it first`);
      if (EVENTS.test(fileName)) names.push(fileName);
    }
  } finally {
    zip.close();
  }
  const { size } = await stat(path);
  const isJson = (name: string) => /\.(ndjson|jsonl?)(\.\w+)?$/i.test(name);
  const json = names.filter(isJson).sort();
  const sources = [
    ...(json.length === 0 ? [] : [[path, json] as const]),
    ...names.filter((name) => !isJson(name)).map((name) => [`${path}/${name}`, [name]] as const),
  ];
  return sources.map(([name, members]) => ({
    name,
    bytes: bounded(name, size, membersOf(path, members)),
  }));
}

/** The decompressed bytes of members of a zip file, one after the other. */
async function* membersOf(path: string, names: readonly string[]): AsyncGenerator<Uint8Array> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    const entries = new Map<string, Parameters<typeof zip.openReadStreamPromise>[0]>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    for (const name of names) {
      const entry = entries.get(name);
      if (entry === undefined) continue;
      const bytes = await zip.openReadStreamPromise(entry);
      yield* /\.gz(ip)?$/i.test(name) ? gunzip(bytes) : bytes;
      if (names.length > 1) yield Buffer.from('\n');
    }
  } finally {
    zip.close();
  }
}
