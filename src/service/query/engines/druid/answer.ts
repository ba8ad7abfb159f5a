import { EngineError } from '../../../errors.ts';
import { createEventLoopYield } from '../../../event-loop.ts';
import { ANSWER_LENGTH_LIMIT, tooLongAnswer } from '../answer-limits.ts';

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",[\\]{}');

/**
 * Reads the elements of a JSON list as its bytes come, so that other requests are served meanwhile. Throws `EngineError` for anything but a
 * whole list (an answer that Druid breaks off only ends early), and `QueryError` if it is too long.
 */
export async function readElements(chunks: AsyncIterable<Uint8Array>): Promise<readonly unknown[]> {
  const pauseIfDue = createEventLoopYield();
  const splitter = new ListSplitter();
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_LENGTH_LIMIT) throw tooLongAnswer();
    splitter.add(chunk);
    const pause = pauseIfDue();
    if (pause !== null) await pause;
  }
  return splitter.end();
}

/** Finds the borders of a list's elements, which are the commas outside of strings and of inner lists and objects. */
class ListSplitter {
  readonly #elements: unknown[] = [];
  #pending: Uint8Array[] = [];
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isEnded = false;

  add(chunk: Uint8Array): void {
    let start = 0;
    for (let index = this.#skipString(chunk, 0); index < chunk.length; index++) {
      const byte = chunk[index];
      if (byte === QUOTE) {
        this.#isInString = true;
        index = this.#skipString(chunk, index + 1) - 1;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (this.#depth === 0) start = this.#begin(byte, chunk.subarray(start, index)) + index;
        this.#depth += 1;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        this.#take(chunk.subarray(start, index), this.#elements.length > 0);
        this.#isEnded = byte === CLOSE_LIST;
        start = index + 1;
      } else if (byte === COMMA && this.#depth === 1) {
        this.#take(chunk.subarray(start, index), true);
        start = index + 1;
      }
    }
    this.#pending.push(chunk.subarray(start));
  }

  /** Where the string that has begun ends in a chunk: behind its closing quote, or behind the chunk. */
  #skipString(chunk: Uint8Array, from: number): number {
    if (!this.#isInString) return from;
    let index = from;
    let isEscaped = this.#isEscaped;
    for (; index < chunk.length; index++) {
      const byte = chunk[index];
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        this.#isInString = false;
        break;
      }
    }
    this.#isEscaped = isEscaped;
    return Math.min(index + 1, chunk.length);
  }

  end(): readonly unknown[] {
    if (!this.#isEnded || this.#text([]).trim() !== '') throw new EngineError(CUT_OFF);
    return this.#elements;
  }

  /** Begins the list; returns the length of its bracket. */
  #begin(bracket: number | undefined, before: Uint8Array): number {
    if (bracket === OPEN_LIST && !this.#isEnded && this.#text([before]).trim() === '') return 1;
    throw new EngineError('Druid answered with something else than a list of results');
  }

  #take(last: Uint8Array, isNeeded: boolean): void {
    const text = this.#text([last]);
    if (!isNeeded && text.trim() === '') return;
    this.#elements.push(parse(text));
  }

  /** The pending bytes as text. A character may be divided between two chunks, so they are put together first. */
  #text(more: readonly Uint8Array[]): string {
    const text = Buffer.concat([...this.#pending, ...more]).toString('utf8');
    this.#pending = [];
    return text;
  }
}

const CUT_OFF = "Druid's answer ends early: it may have failed after it had begun to answer";

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EngineError("Druid's answer is not JSON", { cause });
  }
}
