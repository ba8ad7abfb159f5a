// The log of `serve` on stderr: `2026-11-16T09:00:00Z GET /health 200 1 ms address=127.0.0.1`, or the same
// as JSON.
import { inertJson } from '../text/workflow-commands.ts';
import { DruidError } from '../cluster/druid-error.ts';
import { ClusterAnswerError, ClusterAwayError } from '../service/errors.ts';
import type { MeasuredNumber } from '../service/http/metrics.ts';
import type { RequestEntry, RequestLog } from '../service/http/request-log.ts';
import type { Io } from './io.ts';

/** What `serve` writes to stderr. */
interface ServeLog {
  readonly request: RequestLog;
  readonly warn: (message: string) => void;
  /** The lines that could not be written, for `/metrics`. */
  readonly lostLines: MeasuredNumber;
}

/**
 * How `serve` logs: as lines for people, or as one JSON object in each line. A quiet log has only warnings
 * and failed requests.
 */
export function serveLog(format: 'text' | 'json', isQuiet: boolean, { stderr, env }: Io): ServeLog {
  const isDebug = env['INSIGHT_REPORT_DEBUG'] === '1';
  let lost = 0;
  const write = (text: string, entry: object) => {
    stderr.write(`${format === 'text' ? text : inertJson(entry)}\n`, (error) => {
      if (error) lost++;
    });
  };
  const time = () => new Date().toISOString();
  return {
    request: (entry) => {
      const { method, route, status, durationMs, address, client } = entry;
      if (isQuiet && status < 500) return;
      const failure = describeFailure(entry, isDebug);
      const { organization = null, token = null, key = null } = client ?? {};
      const sender = { address, organization, token, key };
      const names = Object.entries(sender).flatMap(([name, value]) =>
        value === null ? [] : `${name}=${value}`,
      );
      const line = [`${time()} ${method} ${route} ${status} ${durationMs} ms`, ...names].join(' ');
      const level = status >= 500 ? 'error' : 'info';
      const text = failure === null ? line : `${line} ${Object.values(failure).join(': ')}`;
      write(text, { time: time(), level, method, route, status, durationMs, ...sender, ...failure });
    },
    warn: (message) => {
      write(`insight-report serve: ${message}`, { time: time(), level: 'warning', message });
    },
    lostLines: {
      name: 'insight_report_log_lines_lost',
      help: 'Lines of the log that could not be written.',
      measure: async () => lost,
    },
  };
}

/** Why a request failed, as the log has it. */
interface Failure {
  readonly error: string;
  readonly reason?: string;
  readonly stack?: string;
}

/**
 * Why a request failed. An error's message can hold values of events, so it is logged only if requested,
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
