import { appendFileSync } from 'node:fs';
import { EOL } from 'node:os';
// By file, as in commands.ts.
import { issueCommand } from '../../node_modules/@actions/core/lib/command.js';

/** Sets an output of the step: in the runner's file, or where there is none (an old runner) through a command. */
export function setOutput(name: string, value: string): void {
  const file = process.env['GITHUB_OUTPUT'];
  if (file) appendFileSync(file, outputLines(name, value));
  else issueCommand('set-output', { name }, value);
}

/**
 * An output as the runner's file holds it: its name, its value between two delimiters. The value is anybody's text, so the
 * delimiter is one that does not stand in it. `@actions/core` draws a random one instead, and loads all of crypto for that (6 ms).
 */
export function outputLines(name: string, value: string): string {
  const taken = value.match(/insight_report_value_*/g) ?? [];
  const delimiter = taken.reduce(
    (free, each) => (each.length < free.length ? free : `${each}_`),
    'insight_report_value',
  );
  return `${name}<<${delimiter}${EOL}${value}${EOL}${delimiter}${EOL}`;
}
