// By file, as in commands.ts.
import { issueCommand } from '../../node_modules/@actions/core/lib/command.js';
import { issueFileCommand, prepareKeyValueMessage } from '../../node_modules/@actions/core/lib/file-command.js';

/** Sets an output of the step: in the runner's file, or where there is none (an old runner) through a command. */
export function setOutput(name: string, value: string): void {
  if (process.env['GITHUB_OUTPUT']) issueFileCommand('OUTPUT', prepareKeyValueMessage(name, value));
  else issueCommand('set-output', { name }, value);
}
