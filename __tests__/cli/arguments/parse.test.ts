import { describe, expect, it } from '@jest/globals';
import { type CommandSpec, formatHelp, parseArguments } from '../../../src/cli/arguments/parse.ts';
import { InputError } from '../../../src/errors.ts';

const SPEC: CommandSpec = {
  usage: 'copy FILE [--loud] --to FOLDER',
  says: 'Copies a file.',
  flags: {
    to: { value: 'FOLDER', required: true, says: 'where it goes' },
    loud: { value: null, says: 'says so' },
    name: { value: 'NAME', says: 'what it is called there' },
    also: { value: 'FOLDER', repeats: true, says: 'where else it goes' },
  },
  positionals: { name: 'FILE', min: 1, max: 1 },
};

function problemsOf(...args: readonly string[]): readonly string[] {
  try {
    parseArguments(args, SPEC);
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
}

describe('parsing arguments', () => {
  it.each([[['a', '--to', 'x']], [['--to', 'x', 'a']], [['--to=x', 'a']], [['--to', 'x', '--', 'a']]])(
    'takes %j',
    (args) => {
      const given = parseArguments(args, SPEC);
      expect([given.positionals, given.text('to'), given.text('name'), given.has('loud')]).toEqual([
        ['a'],
        'x',
        null,
        false,
      ]);
    },
  );

  it('takes several values of a flag that may be repeated', () => {
    const given = parseArguments(['a', '--to', 'x', '--also', 'y', '--also=z'], SPEC);
    expect([given.texts('also'), given.texts('name'), given.texts('to')]).toEqual([['y', 'z'], [], ['x']]);
  });

  it('takes switches, and what looks like a flag behind --', () => {
    expect(parseArguments(['--loud', '--to', 'x', 'a'], SPEC).has('loud')).toBe(true);
    expect(parseArguments(['--to', 'x', '--', '--loud'], SPEC).positionals).toEqual(['--loud']);
  });

  it.each([
    [['a', '--to', 'x', '--nmae', 'y'], ['there is no flag --nmae; did you mean --name?']],
    [['a', '--to', 'x', '--zzzzzz'], ['there is no flag --zzzzzz; there are --to, --loud, --name, --also']],
    [['a', '--to', 'x', '-l'], ['there is no flag -l; there are --to, --loud, --name, --also']],
    [['a'], ['--to FOLDER is missing: where it goes']],
    [['a', '--to'], ['--to needs a value: --to FOLDER']],
    [['a', '--to='], ['--to needs a value: --to FOLDER']],
    [['a', '--to', 'x', '--to', 'y'], ['--to is given twice']],
    [['a', '--to', 'x', '--loud=very'], ['--loud takes no value ("very" was given)']],
    [['--to', 'x'], ['FILE is missing']],
    [['a', 'b', 'c', '--to', 'x'], ['"b", "c" are too much: it takes FILE']],
    [
      ['--lodu', '--constructor', '--to', 'x', 'a', 'b'],
      [
        'there is no flag --lodu; did you mean --loud?',
        'there is no flag --constructor; there are --to, --loud, --name, --also',
        '"b" is too much: it takes FILE',
      ],
    ],
  ])('says all that is wrong with %j', (args, problems) => {
    expect(problemsOf(...args)).toEqual(problems);
  });

  it('has a help that names every flag', () => {
    expect(formatHelp(SPEC)).toBe(`Usage: insight-report copy FILE [--loud] --to FOLDER

Copies a file.

  --to FOLDER    where it goes
  --loud         says so
  --name NAME    what it is called there
  --also FOLDER  where else it goes
`);
  });
});
