// Parses a large JSON list from Druid element by element, without keeping all of it in memory.
import { ClusterAnswerError } from '../service/errors.ts';

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",[\\]{}');

/**
 * For each chunk of bytes, yields the elements that end in it. Throws `EngineError` for anything but a
 * complete list: if Druid fails while it answers, the answer just ends early.
 */
export async function* readListElements(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly unknown[]> {
  const splitter = new ListSplitter();
  for await (const chunk of chunks) {
    splitter.add(chunk);
    yield splitter.taken();
  }
  splitter.end();
}

/** Divides a list at the commas that are outside of strings and of inner lists and objects. */
class ListSplitter {
  readonly #elements: unknown[] = [];
  /** The bytes of the element that has not ended. */
  #pending: Uint8Array[] = [];
  /** How many lists and objects are open: 1 is the list itself. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isEnded = false;
  #hasComma = false;

  add(chunk: Uint8Array): void {
    let start = 0;
    for (let index = this.#skipString(chunk, 0); index < chunk.length; index++) {
      const byte = chunk[index];
      if (byte === QUOTE) {
        this.#isInString = true;
        index = this.#skipString(chunk, index + 1) - 1;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (this.#depth === 0) {
          this.#begin(byte, chunk.subarray(start, index));
          start = index + 1;
        }
        this.#depth += 1;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        if (this.#depth < 0) throw new ClusterAnswerError(NO_LIST);
        this.#takeLast(chunk.subarray(start, index));
        this.#isEnded = byte === CLOSE_LIST;
        start = index + 1;
      } else if (byte === COMMA && this.#depth === 1) {
        this.#hasComma = true;
        this.#elements.push(parse(this.#text(chunk.subarray(start, index))));
        start = index + 1;
      }
    }
    this.#pending.push(chunk.subarray(start));
  }

  /** Where an open string ends in a chunk: after its closing quote, or at the end of the chunk. */
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

  /** The elements that ended since the last call. */
  taken(): readonly unknown[] {
    return this.#elements.splice(0);
  }

  /** Throws `EngineError` unless the list has ended. */
  end(): void {
    const unreadText = this.#text().trim();
    if (this.#isEnded && unreadText === '') return;
    throw new ClusterAnswerError(this.#depth > 0 || unreadText === '' ? CUT_OFF : NO_LIST);
  }

  /** Throws `ClusterAnswerError` unless a bracket, with what is before it, begins the only list. */
  #begin(bracket: number | undefined, before: Uint8Array): void {
    const isFirstList = bracket === OPEN_LIST && !this.#isEnded && this.#text(before).trim() === '';
    if (!isFirstList) throw new ClusterAnswerError(NO_LIST);
  }

  /** Takes the element before the bracket that ends the list; `[]` has none. */
  #takeLast(bytes: Uint8Array): void {
    const text = this.#text(bytes);
    const isEmptyList = !this.#hasComma && text.trim() === '';
    if (!isEmptyList) this.#elements.push(parse(text));
  }

  /**
   * The pending bytes and more as text, joined first because a character may be divided between two chunks.
   */
  #text(...more: readonly Uint8Array[]): string {
    const text = Buffer.concat([...this.#pending, ...more]).toString('utf8');
    this.#pending = [];
    return text;
  }
}

const NO_LIST = 'unexpected response from Druid: not a list of results';
const CUT_OFF = "Druid's answer ends early: it may have failed after it had begun to answer";

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ClusterAnswerError("Druid's answer is not JSON", { cause });
  }
}
