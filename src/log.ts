/** Where a run tells a person what it does. Implementations make every line safe for their medium. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  notice(message: string): void;
  warning(message: string): void;
  error(message: string): void;
}

/** Says nothing; for callers that do not listen. */
export const silentLog: Log = { debug() {}, info() {}, notice() {}, warning() {}, error() {} };

/** A log whose lines name the report that they are about, as the step's errors do. */
export function namedLog(log: Log, reportId: string): Log {
  return {
    debug: (message) => {
      log.debug(`${reportId}: ${message}`);
    },
    info: (message) => {
      log.info(`${reportId}: ${message}`);
    },
    notice: (message) => {
      log.notice(`${reportId}: ${message}`);
    },
    warning: (message) => {
      log.warning(`${reportId}: ${message}`);
    },
    error: (message) => {
      log.error(`${reportId}: ${message}`);
    },
  };
}
