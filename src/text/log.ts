/**
 * Shows a person what a run does: in the Action's log or on the terminal. An implementation makes each line
 * safe for its place, for example so that a runner prints `::set-env` and does not obey it.
 */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  notice(message: string): void;
  warning(message: string): void;
  error(message: string): void;
}

/** A log that drops everything. */
export const silentLog: Log = { debug() {}, info() {}, notice() {}, warning() {}, error() {} };

/** A log that changes every message before it passes it on. */
export function mapLog(log: Log, change: (message: string) => string): Log {
  const passOn = (level: keyof Log) => (message: string) => {
    log[level](change(message));
  };
  return {
    debug: passOn('debug'),
    info: passOn('info'),
    notice: passOn('notice'),
    warning: passOn('warning'),
    error: passOn('error'),
  };
}

/** A log that puts a report's id before every message. */
export function namedLog(log: Log, reportId: string): Log {
  return mapLog(log, (message) => `${reportId}: ${message}`);
}
