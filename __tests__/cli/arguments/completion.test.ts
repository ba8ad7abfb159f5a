import { execFileSync } from 'node:child_process';
import { completionScript } from '../../../src/cli/arguments/completion.ts';
import { loadCommands } from '../../../src/cli/main.ts';
import { INPUTS } from '../../../src/report/inputs/declared.ts';
import { run } from '../../support/run-command.ts';

const specs = (await loadCommands()).map(({ spec }) => spec);

/** What bash offers for the last of these words. */
function offered(...words: readonly string[]) {
  const script = `${completionScript('bash', specs)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _insight_report; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const text = execFileSync('bash', ['-c', script, 'bash', 'insight-report', ...words], { encoding: 'utf8' });
  return text.split('\n').filter((line) => line !== '');
}

describe('bash completes', () => {
  test.each<[string[], string[]]>([
    [['re'], ['report', 'restore']],
    [
      ['org', ''],
      ['create', 'plan', 'list'],
    ],
    [['org', 'create', '--pl'], ['--plan']],
    [['org', 'create', 'a', '--plan', 'f'], ['free']],
    [
      ['report', '--compare', 'previous-'],
      ['previous-period', 'previous-year'],
    ],
    [
      ['report', '--format', ''],
      ['markdown', 'json', 'terminal'],
    ],
    [['report', '--title', '--'], []],
    [['completion', '--h'], ['--help']],
    [['nonsense', '--h'], []],
    [['org', 'plan', 'a', 'f'], ['free']],
  ])('bash completes %j', (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });

  test('bash completes every flag of report except secrets', () => {
    const inputs = Object.entries(INPUTS).flatMap(([name, { kind }]) =>
      kind === 'secret' ? [] : [`--${name}`],
    );
    const flags = offered('report', '--');
    expect(flags).toEqual(expect.arrayContaining(inputs));
    expect(flags).not.toContain('--api-token');
  });
});

test('fish is given every command, subcommand and flag', () => {
  const script = completionScript('fish', specs);
  expect(script).toContain('complete -c insight-report -n __fish_use_subcommand -f -a report\n');
  expect(script).toContain("-n '__fish_seen_subcommand_from org' -f -a create\n");
  expect(script).toContain(
    "-n '__fish_seen_subcommand_from org; and __fish_seen_subcommand_from create' -l plan -r -f -a 'paid free'\n",
  );
  expect(script).toContain("-n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n");
});

test('the script is printed for the shell that is named, and another shell is refused', async () => {
  expect((await run('completion', 'zsh')).stdout).toBe(completionScript('zsh', specs));
  expect(await run('completion', 'tcsh')).toMatchObject({ code: 2, stdout: '' });
});
