// A Bloom filter for the ids of taken events (`store/event-ids.ts`): it says in memory that an id is new, or
// that it may have been taken and has to be looked up.

/** Half of an id, as two numbers of 32 bits that are as good as random. */
export interface IdBits {
  readonly low: number;
  readonly high: number;
}

/** When ids of a chunk were taken: the first and the last moment, in epoch milliseconds. */
export interface TakenRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Says which ids may have been taken, and when, so that only those are looked up in the table. Ids that were
 * never added are rarely among them.
 */
export type IdFilter = ReturnType<typeof idFilter>;

/** How many ids a chunk takes: 4 MiB, since each id has one word of 32 bits. */
const CHUNK_IDS = 1_048_576;

/**
 * How many bits are set for an id. Of a full chunk, e^(−12/32) = 69 % of the bits are still 0. So one new id
 * in 1.1 million (0.31^−12) finds all its bits set and is looked up in vain; of 10 chunks, one in 110,000.
 */
const PROBES = 12;

interface Chunk {
  readonly words: Uint32Array;
  fromMs: number;
  toMs: number;
  ids: number;
}

/**
 * Makes a filter of chunks, each of as many ids as were taken one after the other. `chunkIds` is a power of
 * two, for tests.
 */
export function idFilter(chunkIds: number = CHUNK_IDS) {
  let chunks: Chunk[] = [];
  return {
    add: (id: IdBits, takenMs: number) => {
      let chunk = chunks.at(-1);
      if (chunk === undefined || chunk.ids === chunkIds) {
        chunk = { words: new Uint32Array(chunkIds), fromMs: takenMs, toMs: takenMs, ids: 0 };
        chunks.push(chunk);
      }
      chunk.fromMs = Math.min(chunk.fromMs, takenMs);
      chunk.toMs = Math.max(chunk.toMs, takenMs);
      chunk.ids++;
      set(chunk.words, id);
    },
    /**
     * For each stretch of time in which some of the ids may have been taken since `sinceMs`: these ids, by
     * their places in the list.
     */
    find: (ids: readonly IdBits[], sinceMs: number) =>
      chunks
        .filter(({ toMs }) => toMs >= sinceMs)
        .map(({ words, fromMs, toMs }) => ({
          range: { fromMs, toMs },
          places: ids.flatMap((id, place) => (has(words, id) ? [place] : [])),
        }))
        .filter(({ places }) => places.length > 0),
    /** Forgets ids that were taken before a moment. Some of them may be kept. */
    forget: (beforeMs: number) => {
      chunks = chunks.filter(({ toMs }) => toMs >= beforeMs);
    },
  };
}

// Each probe of an id is a bit of the words: `low`, then each time an odd number of bits further on.

function set(words: Uint32Array, { low, high }: IdBits): void {
  const mask = words.length * 32 - 1;
  for (let probe = 0, hash = low; probe < PROBES; probe++, hash += high | 1) {
    const bit = hash & mask;
    words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
}

function has(words: Uint32Array, { low, high }: IdBits): boolean {
  const mask = words.length * 32 - 1;
  for (let probe = 0, hash = low; probe < PROBES; probe++, hash += high | 1) {
    const bit = hash & mask;
    if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}
