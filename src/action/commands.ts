import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { EOL } from 'node:os';

/** Tells the runner to mask a text from now on, in everything it shows. */
export function maskSecret(secret: string): void {
  writeCommand('add-mask', secret);
}

/** Writes an annotation on the run; it is in the log, too. */
export function annotate(level: 'notice' | 'warning' | 'error', message: string): void {
  writeCommand(level, message);
}

/** Writes a line that the log shows in debug mode only. */
export function debugLine(message: string): void {
  writeCommand('debug', message);
}

/** A workflow command: a line of its own, so line breaks in its message are encoded, as is the sign that encodes them. */
function writeCommand(name: string, message: string): void {
  const encoded = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  process.stdout.write(`::${name}::${encoded}${EOL}`);
}

/** Sets an output of the step. */
export function setOutput(name: string, value: string): void {
  const file = process.env['GITHUB_OUTPUT'];
  if (file) appendFileSync(file, formatOutput(name, value));
}

/** An output in the format of the runner's file: its name, and its value between two lines of a delimiter that nobody can guess. */
export function formatOutput(name: string, value: string): string {
  const delimiter = `insight_report_${randomUUID()}`;
  return `${name}<<${delimiter}${EOL}${value}${EOL}${delimiter}${EOL}`;
}
