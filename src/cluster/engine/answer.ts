// Reads Druid's answer to a query as it arrives, without blocking other requests.
import { createPause } from '../../service/event-loop.ts';
import { readListElements } from '../list-elements.ts';
import { createRowCounter } from '../../service/query/engines/answer-memory.ts';

/**
 * The elements of a JSON list. Throws `EngineError` for anything but a complete list, and `QueryError` if it
 * is too long.
 */
export async function readElements(chunks: AsyncIterable<Uint8Array>): Promise<readonly unknown[]> {
  const pauseIfDue = createPause();
  const elements: unknown[] = [];
  for await (const batch of readListElements(limited(chunks))) {
    for (const element of batch) elements.push(element);
    await pauseIfDue();
  }
  return elements;
}

async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { count } = createRowCounter();
  for await (const chunk of chunks) {
    // Parsed, it takes twice as much memory as its text.
    count(0, chunk.byteLength * 2);
    yield chunk;
  }
}
