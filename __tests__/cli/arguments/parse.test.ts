import { inputFlags, pickInputs } from '../../../src/cli/arguments/input-flags.ts';
import { parseArguments } from '../../../src/cli/arguments/parse.ts';
import type { CommandSpec } from '../../../src/cli/arguments/spec.ts';
import { integer, MEMORY, MOMENT, oneOf, PORT, UP_TO_A_YEAR } from '../../../src/cli/arguments/values.ts';

const SPEC = {
  name: 'copy',
  description: 'Copies a file.',
  flags: {
    to: { value: 'FOLDER', required: true, description: 'where it goes' },
    loud: { description: 'prints what it does' },
    name: { value: 'NAME', description: 'the name of the copy' },
    also: { value: 'FOLDER', repeats: true, description: 'where else it goes' },
    times: { value: 'N', type: integer(1, 9), default: '1', description: 'how often' },
  },
  operands: { file: { value: 'FILE', required: true, description: 'what to copy' } },
} as const satisfies CommandSpec;

const MANY = {
  ...SPEC,
  operands: { files: { value: 'FILE', required: true, repeats: true, description: 'what to copy' } },
} as const satisfies CommandSpec;

function given(...args: readonly string[]) {
  const { args: given, problems } = parseArguments(args, SPEC);
  expect(problems).toEqual([]);
  return given;
}

describe('parsing arguments', () => {
  test.each([[['a', '--to', 'x']], [['--to', 'x', 'a']], [['--to=x', 'a']], [['--to', 'x', '--', 'a']]])(
    'the parser reads %j in any order',
    (args) => {
      expect(given(...args)).toEqual({
        flags: { to: 'x', loud: false, name: null, also: [], times: 1 },
        operands: { file: 'a' },
      });
    },
  );

  test('the parser collects the values of a flag that may be repeated', () => {
    expect(given('a', '--to', 'x', '--also', 'y', '--also=z').flags.also).toEqual(['y', 'z']);
  });

  test('the parser collects the operands of an operand that may be repeated', () => {
    expect(parseArguments(['--to', 'x', 'a', 'b', '-'], MANY).args.operands.files).toEqual(['a', 'b', '-']);
  });

  test('the parser reads switches, and takes what follows -- as operands', () => {
    expect(given('--loud', '--to', 'x', 'a').flags.loud).toBe(true);
    expect(given('--to', 'x', '--', '--loud').operands.file).toBe('--loud');
  });

  test('the parser takes a value that begins with dashes only after an equals sign', () => {
    expect(given('a', '--to=--loud').flags.to).toBe('--loud');
    expect(parseArguments(['a', '--to', '--loud'], SPEC)).toMatchObject({
      args: { flags: { loud: true, to: null } },
      problems: ['--to needs a value: --to FOLDER'],
    });
  });

  const known = '--to, --loud, --name, --also, --times';
  test.each([
    [['a', '--to', 'x', '--nmae', 'y'], ['there is no flag --nmae; did you mean --name?']],
    [['a', '--to', 'x', '--zzzzzz'], [`there is no flag --zzzzzz; there are ${known}`]],
    [['a', '--to', 'x', '-l'], ['there is no flag -l; did you mean --loud?']],
    [['a'], ['--to FOLDER is missing: where it goes']],
    [['a', '--to'], ['--to needs a value: --to FOLDER']],
    [['a', '--to', 'x', '--to', 'y'], ['--to is given twice']],
    [['a', '--to', 'x', '--loud=very'], ['--loud takes no value ("very" was given)']],
    [['a', '--to', 'x', '--times', 'ten'], ['--times: got "ten"; expected a whole number from 1 to 9']],
    [['--to', 'x'], ['FILE is missing: what to copy']],
    [
      ['--lodu', '--constructor', '--to', 'x', 'a', 'b'],
      [
        'there is no flag --lodu; did you mean --loud?',
        `there is no flag --constructor; there are ${known}`,
        'unexpected "b"; copy takes FILE',
      ],
    ],
  ])('the parser reports everything that is wrong with %j', (args, problems) => {
    const found = parseArguments(args, SPEC).problems;
    expect(found).toEqual(problems);
  });

  test('the parser does not report the value of an unknown flag as a second mistake', () => {
    expect(parseArguments(['--tpo', '3', '--to', 'x', 'a'], SPEC).problems).toEqual([
      'there is no flag --tpo; did you mean --to?',
    ]);
    expect(parseArguments(['--tpo=3', 'left over', '--to', 'x', 'a'], SPEC).problems).toHaveLength(2);
  });

  test.each(['--force', '--overwrite', '--replace'])('%s replaces what is there', (flag) => {
    const spec = { ...SPEC, flags: { force: { description: 'replaces FILE' } } };
    expect(parseArguments([flag, 'a'], spec)).toMatchObject({
      problems: [],
      args: { flags: { force: true }, operands: { file: 'a' } },
    });
    expect(parseArguments(['a', '--', flag], { ...MANY, flags: spec.flags }).args.flags.force).toBe(false);
  });

  test('the parser suggests what an unexpected operand was meant to be', () => {
    const spec = { ...SPEC, suggestFor: (text: string) => (text.endsWith('.txt') ? `--name ${text}` : null) };
    expect(parseArguments(['a', 'b.txt', '--to', 'x'], spec).problems).toEqual([
      'unexpected "b.txt"; did you mean --name b.txt?',
    ]);
  });
});

describe("the Action's inputs as flags", () => {
  const spec: CommandSpec = { name: 'report', description: '', flags: inputFlags(), operands: {} };

  test.each([
    [['--dry-run'], { 'dry-run': 'true' }],
    [['--dry-run', 'false', '--top', '3'], { 'dry-run': 'false', top: '3' }],
    [['--dry-run=false'], { 'dry-run': 'false' }],
    [['--insights', 'a b', '--title='], { insights: 'a b', title: '' }],
  ])('the flags %j are read as inputs of the Action', (args, inputs) => {
    expect(pickInputs(parseArguments(args, spec).texts)).toMatchObject(inputs);
  });

  test.each(['api-token', 'github-token'])(
    '--%s is refused, because a command line is not secret',
    (name) => {
      const { problems, texts } = parseArguments([`--${name}`, 'tdpat_x'], spec);
      expect(problems).toEqual([expect.stringContaining('INSIGHT_REPORT_API_TOKEN')]);
      expect([...texts]).toEqual([]);
    },
  );

  test('an unknown flag is answered without a list of flags if there are too many', () => {
    expect(parseArguments(['--zzzzzz'], spec).problems).toEqual(['there is no flag --zzzzzz']);
    expect(parseArguments(['--hepl'], spec).problems).toEqual([
      'there is no flag --hepl; did you mean --help?',
    ]);
  });
});

test.each<[string, unknown, unknown]>([
  [
    'a port',
    ['0', '8788', '65535', '65536', '-1', '1.5', 'http', ''].map(PORT.parse),
    [0, 8788, 65_535, null, null, null, null, null],
  ],
  ['a moment', ['2026-11-16T09:00:00Z', 'noon'].map(MOMENT.parse), [Date.UTC(2026, 10, 16, 9), null]],
  ['a word', ['paid', 'gold'].map(oneOf(['paid', 'free']).parse), ['paid', null]],
  [
    'a duration',
    ['12h', '90d', '6w', '1y', '365d'].map(UP_TO_A_YEAR.parse),
    [12, 2160, 1008, 8760, 8760].map((hours) => hours * 3_600_000),
  ],
  [
    'no duration',
    ['366d', '0d', '1m', 'd', '13 months'].map(UP_TO_A_YEAR.parse),
    [null, null, null, null, null],
  ],
  [
    'an amount of memory',
    ['64MB', '1.5 GiB', '63MB', '4', '4PB'].map(MEMORY.parse),
    ['64MB', '1.5 GiB', null, null, null],
  ],
])('%s is accepted only within its limits', (_, read, expected) => {
  expect(read).toEqual(expected);
});
