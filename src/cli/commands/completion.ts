// `completion bash` prints a script for the shell. The script itself is written by
// ../arguments/completion.ts.
import { completionScript, SHELLS } from '../arguments/completion.ts';
import { command } from '../arguments/command.ts';
import type { Command } from '../arguments/spec.ts';
import { oneOf } from '../arguments/values.ts';

/**
 * `insight-report completion bash` prints a script that completes commands, flags and values in a shell.
 * `main`, which has the list of all commands, calls this with what loads them: they are loaded only when a
 * script is made.
 */
export function completionCommand(loadCommands: () => Promise<readonly Command[]>): Command {
  return command(
    {
      name: 'completion',
      description: `Prints a script that completes commands, flags and values in a shell: bash, zsh or fish.
Add the script to your shell's startup files, as in these examples.`,
      flags: {},
      operands: {
        shell: { value: 'SHELL', type: oneOf(SHELLS), required: true, description: SHELLS.join(', ') },
      },
      examples: [
        'completion bash > ~/.local/share/bash-completion/completions/insight-report',
        'completion zsh >> ~/.zshrc',
        'completion fish > ~/.config/fish/completions/insight-report.fish',
      ],
    },
    async ({ operands: { shell } }, io) => {
      const specs = (await loadCommands()).map(({ spec }) => spec);
      io.stdout.write(completionScript(shell, specs));
    },
  );
}
