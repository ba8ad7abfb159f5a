import { type DeclaredInput, type InputName, INPUTS } from '../../inputs/declared.ts';
import { describeInput } from '../../inputs/descriptions.ts';
import type { RawInputs } from '../../inputs/raw.ts';
import type { Parameter, ParameterTable } from './spec.ts';

/** Every input of the Action as a flag of the same name. */
export function inputFlags(): ParameterTable {
  const flags = Object.entries<DeclaredInput>(INPUTS).map(
    ([name, input]) =>
      [name, inputFlag(input, describeInput(name as InputName), GROUPS[name as InputName])] as const,
  );
  const order = Object.values(GROUPS);
  return Object.fromEntries(flags.sort(([, a], [, b]) => order.indexOf(a.group) - order.indexOf(b.group)));
}

/** The inputs among the texts of flags. */
export function pickInputs(texts: ReadonlyMap<string, readonly string[]>): RawInputs {
  return Object.fromEntries(
    [...texts].flatMap(([name, [text]]) =>
      Object.hasOwn(INPUTS, name) && text !== undefined ? [[name, text]] : [],
    ),
  );
}

function inputFlag(
  input: DeclaredInput,
  description: string,
  group: string,
): Parameter & { readonly group: string } {
  switch (input.kind) {
    case 'boolean':
      return { description, group, takesBoolean: true };
    case 'secret':
      return { value: 'TEXT', description, group, refusal: group === POSTING ? UNPOSTED : SECRET };
    case 'choice':
      return { value: PLACEHOLDERS.choice, description, group, allowsEmpty: true, words: input.choices };
    default:
      return { value: PLACEHOLDERS[input.kind], description, group, allowsEmpty: true };
  }
}

const SECRET =
  'every user of the machine can read a command line; set the environment variable INSIGHT_REPORT_API_TOKEN instead';

const UNPOSTED =
  'every user of the machine can read a command line; nothing is posted from here, and INSIGHT_REPORT_API_TOKEN holds the token to ask with';

const PLACEHOLDERS = { text: 'TEXT', list: 'LIST', yaml: 'YAML', integer: 'N', choice: 'WORD' } as const;

const [WHAT, PERIOD, GATES, LOOK, SERVICE, POSTING] = [
  'What to report',
  'Periods',
  'Gates',
  'How it looks',
  'The query service',
  'Posting (nothing is posted from the command line)',
] as const;

/** The heading of each input in help; the groups appear in this order. */
const GROUPS: Readonly<Record<InputName, string>> = {
  insights: WHAT,
  queries: WHAT,
  releases: WHAT,
  config: WHAT,
  report: WHAT,
  interval: PERIOD,
  timezone: PERIOD,
  compare: PERIOD,
  history: PERIOD,
  marks: PERIOD,
  thresholds: GATES,
  signals: GATES,
  'on-inconclusive': GATES,
  'on-error': GATES,
  'on-missing-token': GATES,
  title: LOOK,
  top: LOOK,
  'min-group-size': LOOK,
  template: LOOK,
  locale: LOOK,
  'api-url': SERVICE,
  'api-token': SERVICE,
  'allow-http': SERVICE,
  'data-source': SERVICE,
  timeout: SERVICE,
  retries: SERVICE,
  deadline: SERVICE,
  concurrency: SERVICE,
  'post-to': POSTING,
  'webhook-url': POSTING,
  'webhook-format': POSTING,
  'webhook-secret': POSTING,
  'report-id': POSTING,
  'comment-mode': POSTING,
  'pr-number': POSTING,
  'issue-mode': POSTING,
  'issue-number': POSTING,
  'issue-title': POSTING,
  labels: POSTING,
  assignees: POSTING,
  'discussion-category': POSTING,
  'dry-run': POSTING,
  'github-token': POSTING,
};
