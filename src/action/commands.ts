import { appendFileSync } from 'node:fs';
import { EOL } from 'node:os';
import { issueCommand } from '../../node_modules/@actions/core/lib/command.js';

// The parts of @actions/core that a run needs, by file: its entry also loads an OIDC client, and with it the whole of
// undici, which costs every run some 40 ms and serves none. The package's `exports` name the entry alone.

/** Tells the runner to mask a text from here on, in everything it shows. */
export function maskSecret(secret: string): void {
  issueCommand('add-mask', {}, secret);
}

/** An annotation on the run, which stands in the log too. */
export function annotate(level: 'notice' | 'warning' | 'error', message: string): void {
  issueCommand(level, {}, message);
}

/** A line that the log shows in debug mode only. */
export function debugLine(message: string): void {
  issueCommand('debug', {}, message);
}

// By file, as in commands.ts.

/** Sets an output of the step: in the runner's file, or where there is none (an old runner) through a command. */
export function setOutput(name: string, value: string): void {
  const file = process.env['GITHUB_OUTPUT'];
  if (file) appendFileSync(file, formatOutput(name, value));
  else issueCommand('set-output', { name }, value);
}

/**
 * An output as the runner's file holds it: its name, its value between two delimiters. The value is anybody's text, so the
 * delimiter is one that does not stand in it. `@actions/core` draws a random one instead, and loads all of crypto for that (6 ms).
 */
export function formatOutput(name: string, value: string): string {
  const taken = value.match(/insight_report_value_*/g) ?? [];
  const delimiter = taken.reduce(
    (free, each) => (each.length < free.length ? free : `${each}_`),
    'insight_report_value',
  );
  return `${name}<<${delimiter}${EOL}${value}${EOL}${delimiter}${EOL}`;
}
