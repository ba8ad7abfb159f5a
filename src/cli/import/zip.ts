// Finds the files of events in a zip file, as Amplitude exports them. `sources.ts` loads this only for a zip
// file, because it loads a library.
import { type Entry, openPromise } from 'yauzl';
import { bounded, gunzip } from './compression.ts';

/** Files that can be read: `2026-10-01.json.gz`. */
const EVENTS = /\.(ndjson|jsonl?|csv|tsv|parquet)(\.(gz|gzip))?$/i;
/** Files of events that cannot be read within a zip file: they would be skipped without a word. */
const PACKED_EVENTS = /\.(ndjson|jsonl?|csv|tsv|parquet)\.(zst|zstd|bz2|xz|zip)$/i;
const JSON_EVENTS = /\.(ndjson|jsonl?)(\.\w+)?$/i;

/**
 * The files of events in a zip file: those of JSON as one, because some tools export one for each hour. Other
 * files, and those that macOS adds, are passed over. Throws if one is packed in a way that is not read.
 */
export async function zipSources(
  path: string,
): Promise<readonly { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> }[]> {
  // It is never closed: its members are read later, and the command ends after that.
  const zip = await openPromise(path, { autoClose: false });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    if (fileName.startsWith('__MACOSX/')) continue;
    if (PACKED_EVENTS.test(fileName))
      throw new Error(`import cannot read ${fileName} in it; unpack it first`);
    if (EVENTS.test(fileName)) entries.push(entry);
  }
  /** The decompressed bytes of members, one after the other. */
  async function* bytesOf(members: readonly Entry[]) {
    for (const member of members) {
      const bytes = await zip.openReadStreamPromise(member);
      yield* /\.gz(ip)?$/i.test(member.fileName) ? gunzip(bytes) : bytes;
      if (members.length > 1) yield Buffer.from('\n');
    }
  }
  const json = entries.filter(({ fileName }) => JSON_EVENTS.test(fileName));
  const others = entries.filter((entry) => !json.includes(entry));
  json.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
  return [
    ...(json.length === 0 ? [] : [{ name: path, bytes: bounded(path, bytesOf(json)) }]),
    ...others.map((entry) => ({ name: `${path}/${entry.fileName}`, bytes: bounded(path, bytesOf([entry])) })),
  ];
}
