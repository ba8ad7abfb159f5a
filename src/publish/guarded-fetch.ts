import type { RequestInit, Response as UndiciResponse } from 'undici';

export type Fetch = (url: string, options: RequestInit) => Promise<UndiciResponse>;

/** A hundred comments of the greatest length, escaped, are under this. */
const ANSWER_BYTES = 64 * 1024 * 1024;
/** Of a refusal, as much as a message can quote from. */
const REFUSAL_BYTES = 64 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const MOST_REDIRECTS = 5;

/**
 * The same fetch, whose answers come whole or as an error: read to a size that no honest answer has, decoded bytes
 * counted. A redirect is followed to the same origin alone, with method and body as GitHub asks for; the report does
 * not go to another host, and a token would not either.
 */
export function guarded(fetch: Fetch): Fetch {
  return async (url, options) => {
    const response = await follow(fetch, url, options, MOST_REDIRECTS);
    const bytes = await read(response);
    // Node's own Response would load a second undici; the first is there already.
    const { Response } = await import('undici');
    return new Response(bytes, {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
    });
  };
}

async function follow(fetch: Fetch, url: string, options: RequestInit, left: number): Promise<UndiciResponse> {
  const response = await fetch(url, { ...options, redirect: 'manual' });
  const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
  const target = location === null ? null : URL.parse(location, url);
  if (target === null || target.origin !== new URL(url).origin || left === 0) return response;
  await response.body?.cancel();
  return follow(fetch, target.href, options, left - 1);
}

/** The body, or null for an answer that has none. What a refusal says counts by its status, read or not. */
async function read(response: UndiciResponse): Promise<Uint8Array | null> {
  if (response.body === null || [204, 205, 304].includes(response.status)) return null;
  const isRefusal = response.status >= 300;
  try {
    return await readBytes(response.body, isRefusal);
  } catch (error) {
    if (!isRefusal) throw error;
    return new Uint8Array();
  }
}

async function readBytes(body: AsyncIterable<Uint8Array>, isRefusal: boolean): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES) throw new Error(`the answer is larger than ${ANSWER_BYTES / 1024 / 1024} MiB`);
    chunks.push(chunk);
    if (isRefusal && bytes > REFUSAL_BYTES) break;
  }
  return Buffer.concat(chunks);
}
