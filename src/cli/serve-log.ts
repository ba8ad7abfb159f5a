import type { RequestEntry, RequestLog } from '../service/http/request-log.ts';
import type { Io } from './io.ts';

/** What `serve` writes to stderr. */
interface ServeLog {
  readonly request: RequestLog;
  readonly warn: (message: string) => void;
}

/** How `serve` logs: as lines for people, or as one JSON object in each line. A quiet log has only warnings and failed requests. */
export function serveLog(format: 'text' | 'json', isQuiet: boolean, io: Io): ServeLog {
  const { request, warning } = FORMATS[format];
  const isDebug = io.env['INSIGHT_REPORT_DEBUG'] === '1';
  const write = (line: string) => io.stderr.write(`${line}\n`);
  return {
    request: (entry) => {
      if (!isQuiet || entry.status >= 500) write(request(entry, new Date().toISOString(), isDebug));
    },
    warn: (message) => {
      write(warning(message, new Date().toISOString()));
    },
  };
}

interface LogFormat {
  readonly request: (entry: RequestEntry, time: string, isDebug: boolean) => string;
  readonly warning: (message: string, time: string) => string;
}

const FORMATS: Readonly<Record<'text' | 'json', LogFormat>> = {
  text: {
    request: (entry, time, isDebug) => {
      const { method, route, status, durationMs } = entry;
      const line = `${time} ${method} ${route} ${status} ${durationMs} ms`;
      const failure = describeFailure(entry, isDebug);
      return failure === null ? line : `${line} ${failure.error}${failure.stack === null ? '' : `: ${failure.stack}`}`;
    },
    warning: (message) => `insight-report serve: ${message}`,
  },
  json: {
    request: (entry, time, isDebug) => {
      const { method, route, status, durationMs } = entry;
      const level = status >= 500 ? 'error' : 'info';
      const { error, stack } = describeFailure(entry, isDebug) ?? { error: undefined, stack: null };
      return JSON.stringify({ time, level, method, route, status, durationMs, error, stack: stack ?? undefined });
    },
    warning: (message, time) => JSON.stringify({ time, level: 'warning', message }),
  },
};

/** What a request failed of. An error's message can hold values of events, so it is logged only if asked for. */
function describeFailure(
  { status, error }: RequestEntry,
  isDebug: boolean,
): { readonly error: string; readonly stack: string | null } | null {
  if (status < 500 || !(error instanceof Error)) return null;
  return { error: error.name, stack: isDebug ? (error.stack ?? error.message) : null };
}
