import type { Log } from '../log.ts';
import { annotate, debugLine } from './commands.ts';
import { safeLine } from './safe-line.ts';

/** The log of a workflow step: annotations for what a person should see, plain lines for the rest. */
export const actionLog: Log = {
  debug: (message) => {
    debugLine(safeLine(message));
  },
  info: (message) => {
    process.stdout.write(`${safeLine(message)}\n`);
  },
  notice: (message) => {
    annotate('notice', safeLine(message));
  },
  warning: (message) => {
    annotate('warning', safeLine(message));
  },
  error: (message) => {
    annotate('error', safeLine(message));
  },
};
