import { type Log, mapLog } from '../text/log.ts';
import { redact } from '../text/redact.ts';
import { annotate, debugLine, type FilePlace } from './commands.ts';

/** The log of a workflow step. Call `close` last: it writes the annotations that were kept back. */
interface ActionLog extends Log {
  /** Writes an annotation at a line of a file of the repository. */
  annotateAt(level: 'notice' | 'warning', message: string, place: FilePlace | null): void;
  close(): void;
}

/** GitHub shows ten annotations of each level for a step and silently drops the rest. */
const ANNOTATION_LIMIT = 10;
/** The runner cuts messages at 4,096 UTF-16 units; the rest is room for the sentence that says so. */
const MESSAGE_LIMIT = 3900;

type Level = 'notice' | 'warning' | 'error';

/**
 * Makes a step's log. Notices, warnings and errors become annotations, as many as GitHub shows; the rest are
 * plain lines.
 */
export function createActionLog(): ActionLog {
  const counts: Record<Level, number> = { notice: 0, warning: 0, error: 0 };
  const kept = new Map<Level, { readonly message: string; readonly place: FilePlace | null }>();
  const annotateOrPrint = (level: Level, message: string, place: FilePlace | null = null): void => {
    const safe = neutralizeCommands(message);
    counts[level] += 1;
    // The tenth is kept back: it may have to say how many more there are.
    const isAnnotated = counts[level] < ANNOTATION_LIMIT;
    if (isAnnotated) annotate(level, clipMessage(safe), place);
    else if (!kept.has(level)) kept.set(level, { message: clipMessage(safe), place });
    if (!isAnnotated || safe.length > MESSAGE_LIMIT) printLines(`${LEVEL_NAMES[level]}: ${safe}`);
  };
  const annotateAs = (level: Level) => (message: string) => {
    annotateOrPrint(level, message);
  };
  return {
    debug: (message) => {
      debugLine(neutralizeCommands(message));
    },
    info: (message) => {
      printLines(neutralizeCommands(message));
    },
    notice: annotateAs('notice'),
    warning: annotateAs('warning'),
    error: annotateAs('error'),
    annotateAt: annotateOrPrint,
    close: () => {
      for (const [level, { message, place }] of kept) {
        const others = counts[level] - ANNOTATION_LIMIT + 1;
        const more = `${others} more like these. GitHub shows ten for each step; the step's log has all of them.`;
        annotate(level, others === 1 ? message : more, others === 1 ? place : null);
      }
    },
  };
}

const LEVEL_NAMES: Readonly<Record<Level, string>> = { notice: 'Notice', warning: 'Warning', error: 'Error' };

function printLines(text: string): void {
  process.stdout.write(`${text}\n`);
}

function clipMessage(message: string): string {
  if (message.length <= MESSAGE_LIMIT) return message;
  return `${message.slice(0, MESSAGE_LIMIT).toWellFormed()}…\nThe full message is in this step's log.`;
}

/**
 * Changes a message so that the runner prints it and does not obey it. The runner takes `##[` anywhere in a
 * line and `::` at its start for a command (actions/runner, ActionCommand.cs), so each is broken by a visible
 * character.
 */
export function neutralizeCommands(message: string): string {
  return message
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/u)
    .map((line) =>
      line.replace(CONTROL, '\u{fffd}').replace(ANYWHERE, '$1\\[').replace(AT_START, '$1\u{00a6}$2'),
    )
    .join('\n');
}

// Control characters except the tab, and the bidirectional ones, which reorder the text around them.
// oxlint-disable-next-line no-control-regex -- they are what is replaced
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;

// The runner's search ignores invisible characters: it also finds `##`, a zero-width space, `[`.
const ANYWHERE =
  /(#[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*#[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*)\[/gu;
const AT_START =
  /^([\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*:)([\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}]*:)/u;

/**
 * A log that shows `***` in place of every secret: a message may quote an answer or an input that holds one.
 */
export function redactingLog(log: Log, secrets: readonly string[]): Log {
  return mapLog(log, (message) => redact(message, secrets));
}
