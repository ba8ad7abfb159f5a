import type { Log } from '../log.ts';
import { redact } from '../text/redact.ts';
import { annotate, debugLine } from './commands.ts';

/** The log of a workflow step. `close` tells of what has had no annotation; nothing is logged after it. */
interface ActionLog extends Log {
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
    const safe = neutralizeCommands(message);
    counts[level] += 1;
    // The last one is kept back: it may have to say how many there are besides.
    const isShown = counts[level] < ANNOTATION_LIMIT;
    if (isShown) annotate(level, clipMessage(safe));
    else if (!kept.has(level)) kept.set(level, clipMessage(safe));
    if (!isShown || safe.length > MESSAGE_LIMIT) plainLines(`${WORDS[level]}: ${safe}`);
  };
  return {
    debug: (message) => {
      debugLine(neutralizeCommands(message));
    },
    info: (message) => {
      plainLines(neutralizeCommands(message));
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

function clipMessage(message: string): string {
  if (message.length <= MESSAGE_LIMIT) return message;
  return `${message.slice(0, MESSAGE_LIMIT).toWellFormed()}…\nThe whole of it stands in the log of this step.`;
}

/**
 * One line that the runner prints and does not obey: commands are read from `##[` anywhere in a line and from `::` at its
 * start (actions/runner, ActionCommand.cs), so the one is broken by a visible character and the other by an indent of ours.
 */
export function neutralizeCommands(message: string): string {
  return message
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/u)
    .map((line) => line.replace(CONTROL, '\u{fffd}').replace(ANYWHERE, '$1\\[').replace(AT_START, '$1\u{00a6}$2'))
    .join('\n');
}

// All control characters but the tab, escape sequences and the bidirectional ones that reorder what is read.
// eslint-disable-next-line no-control-regex -- control characters are what this is about
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;

// The runner's search follows a culture's rules, which pass over what nobody sees: `##`, a zero-width space, `[` may be found too.
const ANYWHERE =
  /(#[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*#[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*)\[/gu;
const AT_START =
  /^([\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*:)([\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*:)/u;

/** A log that says `***` for every secret, whoever put it into a message: an answer that quotes it, an input it was pasted into. */
export function redactingLog(log: Log, secrets: readonly string[]): Log {
  const hide = (message: string): string => redact(message, secrets);
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
