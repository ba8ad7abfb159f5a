import type { Dispatcher } from 'undici';
import { createDispatcher } from '../../http/dispatcher.ts';
import type { Json } from '../../tql/json.ts';
import { anonymize, type Exchange } from './anonymize.ts';
import { parseJson } from '../../text/json.ts';

/** Watches what a service is asked and answers. */
interface Recorder {
  readonly dispatcher: Dispatcher;
  /** The exchanges that ended, without anything that reveals the account. */
  recording(): Recording;
}

/** The file that `check --record` writes. */
export interface Recording {
  readonly recording: 1;
  readonly exchanges: readonly Exchange[];
}

/** Makes a recorder of a service. */
export async function createRecorder(base: URL, environment: NodeJS.ProcessEnv): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  const prefix = base.pathname.replace(/\/+$/, '');
  const connected = await createDispatcher(base, environment);
  const dispatcher = connected.compose((dispatch) => (options, handler) => {
    const path = options.path.slice(prefix.length);
    return dispatch(
      options,
      tap(handler, (status, headers, text) => {
        const body = typeof options.body === 'string' ? readJson(options.body) : null;
        exchanges.push({ method: options.method, path, body, status, headers, answer: readJson(text) });
      }),
    );
  });
  return { dispatcher, recording: () => ({ recording: 1, exchanges: anonymize(exchanges) }) };
}

type Take = (status: number, headers: Readonly<Record<string, string>>, text: string) => void;

/** Hands everything on, and takes a copy of the answer once it is whole. */
function tap(handler: Dispatcher.DispatchHandler, take: Take): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let status = 0;
  let headers: Readonly<Record<string, string>> = {};
  return {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
    onResponseStart: (controller, code, received, message) => {
      status = code;
      headers = Object.fromEntries(
        Object.entries(received).map(([name, value]) => [name.toLowerCase(), String(value)]),
      );
      handler.onResponseStart?.(controller, code, received, message);
    },
    onResponseData: (controller, chunk) => {
      chunks.push(Buffer.from(chunk));
      handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd: (controller, trailers) => {
      take(status, headers, Buffer.concat(chunks).toString());
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
  };
}

/** What a text holds as JSON; another text as it is. */
function readJson(text: string): Json {
  const value = parseJson(text) as Json | undefined;
  return value === undefined ? text : value;
}
