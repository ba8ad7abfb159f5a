import { openPromise } from 'yauzl';
import type { EventSource } from './event-source.ts';
import { readPlain } from './compression.ts';

const EVENTS = /\.(ndjson|jsonl?|csv|tsv|parquet)(\.(gz|gzip|zst|zstd))?$/i;

/**
 * The files of events in a zip file: those of JSON as one, because some tools export one for each hour. Other
 * files, and those that macOS adds, are passed over.
 */
export async function zipSources(path: string): Promise<readonly EventSource[]> {
  const names: string[] = [];
  const zip = await openPromise(path, { autoClose: false });
  for await (const { fileName } of zip.eachEntry())
    if (EVENTS.test(fileName) && !fileName.startsWith('__MACOSX/')) names.push(fileName);
  zip.close();
  const isJson = (name: string) => /\.(ndjson|jsonl?)(\.\w+)?$/i.test(name);
  const json = names.filter(isJson).sort();
  const others = names.filter((name) => !isJson(name));
  return [
    ...(json.length === 0 ? [] : [{ kind: 'stream', name: path, bytes: membersOf(path, json) } as const]),
    ...others.map(
      (name) => ({ kind: 'stream', name: `${path}/${name}`, bytes: membersOf(path, [name]) }) as const,
    ),
  ];
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
      yield* readPlain(await zip.openReadStreamPromise(entry));
      if (names.length > 1) yield Buffer.from('\n');
    }
  } finally {
    zip.close();
  }
}
