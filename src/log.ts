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
