// The Action's inputs as flags of the commands that take them: the input `min-group-size` is
// `--min-group-size`. Pure.
import { type DeclaredInput, type InputName, INPUTS } from '../../report/inputs/declared.ts';
import { describeInput } from '../../report/inputs/descriptions.ts';
import type { RawInputs } from '../../report/inputs/raw.ts';
import type { Parameter, ParameterTable } from './spec.ts';

/** Every input of the Action as a flag of the same name. */
export function inputFlags(): ParameterTable {
  const listed = Object.values(GROUPS).flat();
  const names = Object.keys(INPUTS) as InputName[];
  const groups = { ...GROUPS, [POSTING]: names.filter((name) => !listed.includes(name)) };
  return Object.fromEntries(
    Object.entries(groups).flatMap(([group, inGroup]) =>
      inGroup.map((name) => {
        const flag = inputFlag(INPUTS[name], group);
        return [name, { ...flag, description: describeInput(name), group }] as const;
      }),
    ),
  );
}

/** The inputs among the texts of flags. */
export function pickInputs(texts: ReadonlyMap<string, readonly string[]>): RawInputs {
  return Object.fromEntries(
    [...texts].flatMap(([name, [text]]) =>
      Object.hasOwn(INPUTS, name) && text !== undefined ? [[name, text]] : [],
    ),
  );
}

function inputFlag(input: DeclaredInput, group: string): Omit<Parameter, 'description'> {
  switch (input.kind) {
    case 'boolean':
      return { takesBoolean: true };
    case 'secret':
      return { value: 'TEXT', refusal: group === POSTING ? UNPOSTED : SECRET };
    case 'choice':
      return { value: 'WORD', allowsEmpty: true, words: input.choices };
    default:
      return { value: PLACEHOLDERS[input.kind], allowsEmpty: true };
  }
}

const SECRET =
  'every user of the machine can read a command line; set the environment variable INSIGHT_REPORT_API_TOKEN instead';

const UNPOSTED =
  'every user of the machine can read a command line; nothing is posted from here, and INSIGHT_REPORT_API_TOKEN holds the token to ask with';

const PLACEHOLDERS = { text: 'TEXT', list: 'LIST', yaml: 'YAML', integer: 'N' } as const;

/** The headings in help, and the inputs below each. */
const GROUPS: Readonly<Record<string, readonly InputName[]>> = {
  'What to report': ['insights', 'queries', 'releases', 'config', 'report'],
  Periods: ['interval', 'timezone', 'compare', 'history', 'marks'],
  Gates: ['thresholds', 'signals', 'minimums', 'on-inconclusive', 'on-error', 'on-missing-token'],
  'How it looks': ['title', 'top', 'min-group-size', 'template', 'locale'],
  'The query service': [
    'api-url',
    'api-token',
    'allow-http',
    'data-source',
    'timeout',
    'retries',
    'deadline',
    'concurrency',
  ],
};

/** The heading of all others, which are about posts. Their secrets are refused for another reason. */
const POSTING = 'Posting (nothing is posted from the command line)';
