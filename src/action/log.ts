// The Action's log, through @actions/core: notices, warnings and errors become annotations, which GitHub
// shows next to the run. main.ts makes one log for the step.
import * as core from '@actions/core';
import { type Log, mapLog } from '../text/log.ts';
import { redact } from '../text/redact.ts';
import { neutralizeCommands } from '../text/workflow-commands.ts';

/** A line of a file of the repository; lines count from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
}

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

function annotate(level: Level, message: string, place: FilePlace | null): void {
  core[level](message, place === null ? {} : { file: place.file, startLine: place.line });
}

/**
 * Makes a step's log. As many messages of a level become annotations as GitHub shows; the rest are plain
 * lines. Workflow commands in a message are broken here, since @actions/core does not do that.
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
    if (!isAnnotated || safe.length > MESSAGE_LIMIT) core.info(`${LEVEL_NAMES[level]}: ${safe}`);
  };
  const annotateAs = (level: Level) => (message: string) => {
    annotateOrPrint(level, message);
  };
  return {
    debug: (message) => {
      core.debug(neutralizeCommands(message));
    },
    info: (message) => {
      core.info(neutralizeCommands(message));
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

function clipMessage(message: string): string {
  if (message.length <= MESSAGE_LIMIT) return message;
  return `${message.slice(0, MESSAGE_LIMIT).toWellFormed()}…\nThe full message is in this step's log.`;
}

/**
 * A log that shows `***` in place of every secret: a message may quote an answer or an input that holds one.
 */
export function redactingLog(log: Log, secrets: readonly string[]): Log {
  return mapLog(log, (message) => redact(message, secrets));
}
