import { DruidError } from '../service/cluster/druid-error.ts';
import { ClusterAnswerError, ClusterAwayError } from '../service/errors.ts';
import type { RequestEntry, RequestLog } from '../service/http/request-log.ts';
import type { Io } from './io.ts';

/** What `serve` writes to stderr. */
interface ServeLog {
  readonly request: RequestLog;
  readonly warn: (message: string) => void;
}

/**
 * How `serve` logs: as lines for people, or as one JSON object in each line. A quiet log has only warnings
 * and failed requests.
 */
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
      return failure === null
        ? line
        : `${line} ${[failure.error, failure.reason, failure.stack].filter(Boolean).join(': ')}`;
    },
    warning: (message) => `insight-report serve: ${message}`,
  },
  json: {
    request: (entry, time, isDebug) => {
      const { method, route, status, durationMs } = entry;
      const level = status >= 500 ? 'error' : 'info';
      return JSON.stringify({
        time,
        level,
        method,
        route,
        status,
        durationMs,
        ...describeFailure(entry, isDebug),
      });
    },
    warning: (message, time) => JSON.stringify({ time, level: 'warning', message }),
  },
};

interface Failure {
  readonly error: string;
  readonly reason?: string;
  readonly stack?: string;
}

/**
 * What a request failed of. An error's message can hold values of events, so it is logged only if asked for,
 * or if it is about the cluster.
 */
function describeFailure({ status, error }: RequestEntry, isDebug: boolean): Failure | null {
  if (status < 500 || !(error instanceof Error)) return null;
  const reason = reasonOf(error);
  return {
    error: error.name,
    ...(reason === null ? {} : { reason }),
    ...(isDebug ? { stack: error.stack ?? error.message } : {}),
  };
}

function reasonOf(error: Error): string | null {
  if (error instanceof ClusterAwayError || error instanceof ClusterAnswerError) return error.message;
  return error.cause instanceof DruidError ? error.cause.summary : null;
}
