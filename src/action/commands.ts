import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { EOL } from 'node:os';
// By file: the package's entry also loads an OIDC client and all of undici, which makes a whole run a sixth
// slower (decision 0005).
import { issueCommand } from '../../node_modules/@actions/core/lib/command.js';

/** Makes the runner mask a text from now on, in everything it shows. */
export function maskSecret(secret: string): void {
  issueCommand('add-mask', {}, secret);
}

/** A line of a file of the repository; lines count from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
}

/** Writes an annotation on the run, or at a line of a file; it is in the log, too. */
export function annotate(
  level: 'notice' | 'warning' | 'error',
  message: string,
  place: FilePlace | null,
): void {
  issueCommand(level, { ...place }, message);
}

/** Writes a line that the log shows in debug mode only. */
export function debugLine(message: string): void {
  issueCommand('debug', {}, message);
}

/** Sets an output of the step. */
export function setOutput(name: string, value: string): void {
  const file = process.env['GITHUB_OUTPUT'];
  if (file) appendFileSync(file, formatOutput(name, value));
}

/**
 * An output in the format of the runner's file: its name, and its value between two lines of a delimiter that
 * nobody can guess.
 */
export function formatOutput(name: string, value: string): string {
  const delimiter = `insight_report_${randomUUID()}`;
  return `${name}<<${delimiter}${EOL}${value}${EOL}${delimiter}${EOL}`;
}
