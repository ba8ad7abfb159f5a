import { completionScript, SHELLS } from '../arguments/completion.ts';
import { command } from '../arguments/command.ts';
import type { Command } from '../arguments/spec.ts';
import { oneOf } from '../arguments/values.ts';

/** The command that prints a completion script for the commands that `load` gives. */
export function completionCommand(load: () => Promise<readonly Command[]>): Command {
  return command(
    {
      name: 'completion',
      description: `Prints a script that completes commands, flags and values in a shell: bash, zsh or fish.
Load it where the shell starts.`,
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
      const commands = await load();
      io.stdout.write(
        completionScript(
          shell,
          commands.map(({ spec }) => spec),
        ),
      );
    },
  );
}
