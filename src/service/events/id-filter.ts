// A Bloom filter for the ids of taken events (`store/event-ids.ts`): it says in memory that an id is new, or
// that it may have been taken and has to be looked up.

/** Half of an id, as two numbers of 32 bits that are as good as random. */
export interface IdBits {
  readonly low: number;
  readonly high: number;
}

/** The lower 64 bits of an id, as a filter takes them. */
export function bitsOf(organization: number, id: bigint): IdBits {
  return mixIn(organization, Number(BigInt.asUintN(32, id)), Number(BigInt.asUintN(32, id >> 32n)));
}

/**
 * Mixes the organization into an id, since two organizations may have events of one id. The factor, 2^32
 * divided by the golden ratio, spreads small numbers over all bits.
 */
export function mixIn(organization: number, low: number, high: number): IdBits {
  return { low: (low ^ Math.imul(organization, 0x9e3779b1)) >>> 0, high };
}

/** When ids of a chunk were taken: the first and the last moment, in epoch milliseconds. */
export interface TakenRange {
  readonly fromMs: number;
  readonly toMs: number;
}

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
 * Makes a filter. Ids that were taken one after the other share a chunk, so old chunks can be dropped.
 * `chunkIds` is a power of two; tests set a small one.
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
     * For each chunk that may have some of the ids, and has ids that were taken since `sinceMs`: when its
     * ids were taken, and the places of those that it may have.
     */
    find: (ids: readonly IdBits[], sinceMs: number) =>
      chunks
        .filter(({ toMs }) => toMs >= sinceMs)
        .map(({ words, fromMs, toMs }) => ({
          range: { fromMs, toMs },
          places: ids.flatMap((id, place) => (has(words, id) ? [place] : [])),
        }))
        .filter(({ places }) => places.length > 0),
    /** Drops the chunks of ids that were all taken before a moment. */
    forget: (beforeMs: number) => {
      chunks = chunks.filter(({ toMs }) => toMs >= beforeMs);
    },
  };
}

// The bits of an id: bit `low`, then each time an odd number (`high | 1`) of bits further, so that they
// differ.

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
