import { formatCommandList, formatHelp } from '../../../src/cli/arguments/help.ts';
import type { CommandSpec } from '../../../src/cli/arguments/spec.ts';
import { packageVersion } from '../../../src/text/package-version.ts';
import { run } from '../../support/run-command.ts';

const SPEC: CommandSpec = {
  name: 'copy',
  description: 'Copies a file.\nNothing is overwritten.',
  flags: {
    to: { value: 'FOLDER', required: true, description: 'where it goes' },
    loud: { description: 'prints what it does' },
    also: {
      value: 'FOLDER',
      repeats: true,
      description: 'another folder to which a copy of the file goes too',
    },
    times: { value: 'N', default: '1', description: 'how often', group: 'Rarely needed' },
    secret: { value: 'TEXT', description: 'never shown', refusal: 'not here' },
  },
  operands: { files: { value: 'FILE', required: true, repeats: true, description: 'what to copy' } },
  examples: ['copy a b --to c'],
  footer: 'Exit codes: 0.',
};

test('help shows the usage, the description, its own flags, the names of others, examples and exit codes', () => {
  expect(formatHelp(SPEC, 58))
    .toBe(`Usage: insight-report copy FILE… --to FOLDER [--loud] [--also FOLDER…] [--times N]

Copies a file.
Nothing is overwritten.

Flags:
  --to FOLDER     where it goes
  --loud          prints what it does
  --also FOLDER…  another folder to which a copy of the
                  file goes too

More flags (--help-inputs explains them):
  Rarely needed  --times

Examples:
  insight-report copy a b --to c

Exit codes: 0.
`);
});

test('usage lines that a command gives replace the generated one', () => {
  const help = formatHelp({ ...SPEC, usage: ['copy FILE', 'copy --all'] }, 100);
  expect(help).toMatch(/^Usage: insight-report copy FILE\n {7}insight-report copy --all\n\n/);
});

test("a list of commands shows each command's usage and its whole description", () => {
  expect(formatCommandList('copy', [{ ...SPEC, usage: ['copy FILE'] }])).toBe(`Usage:
  insight-report copy FILE
      Copies a file.
      Nothing is overwritten.

"insight-report copy COMMAND --help" lists the flags of each.
`);
});

test.each([
  ['-v', packageVersion()],
  ['version', packageVersion()],
  ['help check', 'Usage: insight-report check '],
  ['help org create', 'Usage: insight-report org create NAMESPACE'],
  ['events --help', '--before DATE'],
])('the command line "%s" is understood', async (line, expected) => {
  const { code, stdout } = await run(...line.split(' '));
  expect([code, stdout]).toEqual([0, expect.stringContaining(expected)]);
});
