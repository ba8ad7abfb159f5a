import * as core from '@actions/core';
import type { Log } from '../log.ts';
import { safeLine } from './safe-line.ts';

/** The log of a workflow step: annotations for what a person should see, plain lines for the rest. */
export const actionLog: Log = {
  debug: (message) => {
    core.debug(safeLine(message));
  },
  info: (message) => {
    core.info(safeLine(message));
  },
  notice: (message) => {
    core.notice(safeLine(message));
  },
  warning: (message) => {
    core.warning(safeLine(message));
  },
  error: (message) => {
    core.error(safeLine(message));
  },
};
