import type { Log } from '../log.ts';
import { redactText } from '../report/redact.ts';

/** A log that says `***` for every secret, whoever put it into a message: an answer that quotes it, an input it was pasted into. */
export function hidingLog(log: Log, secrets: readonly string[]): Log {
  const hide = (message: string): string => redactText(message, secrets);
  return {
    debug: (message) => {
      log.debug(hide(message));
    },
    info: (message) => {
      log.info(hide(message));
    },
    notice: (message) => {
      log.notice(hide(message));
    },
    warning: (message) => {
      log.warning(hide(message));
    },
    error: (message) => {
      log.error(hide(message));
    },
  };
}
