// The HTTP client for a Druid server: sends requests, and reads answers up to a limit.
import type { Dispatcher } from 'undici';
import { createDispatcher } from '../http/dispatcher.ts';
import { readBody } from '../http/send-request.ts';
import { ClusterAnswerError } from '../service/errors.ts';
import { OPEN_ACCESS, type ServerAccess } from './credentials.ts';
import { type Connection, type DruidRequest, exchange, prefixOf, type ReadAnswer } from './druid-exchange.ts';
import { parseServerUrl } from './options.ts';

/** A Druid server, or a router that leads to several. */
export interface DruidServer {
  /** Its address, for messages. */
  readonly address: string;
  /**
   * Sends a request and returns the JSON of its answer; null if it is empty. Throws `ClusterAwayError` if no
   * answer comes, `DruidError` for an answer that is an error, `EngineError` for one that is too long, cut
   * off or not JSON, `CancelledError` once the signal is aborted.
   */
  ask(request: DruidRequest): Promise<unknown>;
  /** As `ask`, but returns the answer as it is written. */
  text(request: DruidRequest): Promise<string>;
  /** As `ask`, but hands the bytes of the answer's body to `read` as they come. `read` may throw anything. */
  stream<T>(request: DruidRequest, read: ReadAnswer<T>): Promise<T>;
  /** Closes the connections. */
  close(): Promise<void>;
}

const LIMIT_BYTES = 16 * 1024 * 1024;
/**
 * Makes a client of a Druid server. `setting` names the flag that holds the address. Nothing is connected
 * before the first request.
 */
export function createDruidServer(
  url: string,
  setting: string,
  access: ServerAccess = OPEN_ACCESS,
): DruidServer {
  const base = parseServerUrl(url, setting);
  const connection = { base, setting, access, dispatcher: connectOnce(base, access) };
  const stream = <T>(request: DruidRequest, read: ReadAnswer<T>) => exchange(connection, request, read);
  const text = (request: DruidRequest) =>
    stream(request, (chunks) => readText(chunks, request.limitBytes ?? LIMIT_BYTES));
  return {
    address: base.origin + prefixOf(base),
    stream,
    text,
    ask: async (request) => parseJson(await text(request)),
    close: async () => {
      if (connection.dispatcher.isMade()) await connection.dispatcher.get().destroy();
    },
  };
}

function connectOnce(base: URL, { tls }: ServerAccess): Connection['dispatcher'] {
  let dispatcher: Dispatcher | null = null;
  return {
    get: () => (dispatcher ??= createDispatcher(base, process.env, tls ?? {})),
    isMade: () => dispatcher !== null,
  };
}

async function readText(chunks: AsyncIterable<Uint8Array>, limitBytes: number): Promise<string> {
  const { bytes, isComplete } = await readBody(chunks, limitBytes);
  if (!isComplete) throw new ClusterAnswerError(`Druid's answer is longer than ${limitBytes} bytes`);
  return new TextDecoder().decode(bytes);
}

/** Reads the JSON of an answer. Throws `EngineError`. */
export function parseJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ClusterAnswerError(`Druid's answer (${text.length} characters) is not JSON, or was cut off`, {
      cause,
    });
  }
}
