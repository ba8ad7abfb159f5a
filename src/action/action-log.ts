import type { Log } from '../log.ts';
import { annotate, debugLine } from './commands.ts';
import { safeLine } from './safe-line.ts';

/** The log of a workflow step. `close` tells of what has had no annotation; nothing is logged after it. */
export interface ActionLog extends Log {
  close(): void;
}

/** GitHub keeps ten annotations of a kind of a step, and drops the others without a word. */
const ANNOTATION_LIMIT = 10;
/** The runner cuts a longer message at 4,096 UTF-16 units; some room is for what says so. */
const MESSAGE_LIMIT = 3900;

type Level = 'notice' | 'warning' | 'error';

/** Makes a step's log: annotations for what a person should see, as many as GitHub shows, plain lines for the rest. */
export function createActionLog(): ActionLog {
  const counts: Record<Level, number> = { notice: 0, warning: 0, error: 0 };
  const kept = new Map<Level, string>();
  const say = (level: Level, message: string): void => {
    const safe = safeLine(message);
    counts[level] += 1;
    // The last one is kept back: it may have to say how many there are besides.
    const isShown = counts[level] < ANNOTATION_LIMIT;
    if (isShown) annotate(level, clipped(safe));
    else if (!kept.has(level)) kept.set(level, clipped(safe));
    if (!isShown || safe.length > MESSAGE_LIMIT) plainLines(`${WORDS[level]}: ${safe}`);
  };
  return {
    debug: (message) => {
      debugLine(safeLine(message));
    },
    info: (message) => {
      plainLines(safeLine(message));
    },
    notice: (message) => {
      say('notice', message);
    },
    warning: (message) => {
      say('warning', message);
    },
    error: (message) => {
      say('error', message);
    },
    close: () => {
      for (const [level, message] of kept) {
        const others = counts[level] - ANNOTATION_LIMIT + 1;
        const more = `${others} more of the kind; GitHub shows ten of a step. All stand in its log.`;
        annotate(level, others === 1 ? message : more);
      }
    },
  };
}

const WORDS: Readonly<Record<Level, string>> = { notice: 'Notice', warning: 'Warning', error: 'Error' };

function plainLines(text: string): void {
  process.stdout.write(`${text}\n`);
}

function clipped(message: string): string {
  if (message.length <= MESSAGE_LIMIT) return message;
  return `${message.slice(0, MESSAGE_LIMIT).toWellFormed()}…\nThe whole of it stands in the log of this step.`;
}
