// The list of all inputs, with default and kind. The Action, the config file, the flags of the command line
// and their documentation are made from it; to add an input, begin here.
import { COMPARISON_MODES, WEBHOOK_FORMATS } from './request.ts';

/** The kind of value that an input takes. */
type InputKind =
  | { readonly kind: 'text' | 'secret' | 'boolean' | 'list' | 'yaml' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly unit?: string }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

/** An input of the Action and the flag of the same name on the command line. */
export type DeclaredInput = InputKind & {
  /** What counts if it is not given; empty if nothing does. action.yml only describes it (decision 0004). */
  readonly default: string;
  /**
   * Whether only the step may give it, never a config file: what it reads, and where its secrets are
   * sent.
   */
  readonly isOfStep?: true;
};

/** Makes inputs of a kind, each with its default. */
const ofKind =
  <const Kind extends string>(kind: Kind) =>
  (text = '') => ({ kind, default: text });
const [text, secret, boolean, list, yaml] = [
  ofKind('text'),
  ofKind('secret'),
  ofKind('boolean'),
  ofKind('list'),
  ofKind('yaml'),
];
const integer = (min: number, max: number, text: string, unit?: string) =>
  ({ kind: 'integer', min, max, default: text, ...(unit === undefined ? {} : { unit }) }) as const;
const choice = <const Choices extends readonly string[]>(choices: Choices, text: Choices[number]) =>
  ({ kind: 'choice', choices, default: text }) as const;

const ofStep = <Input extends DeclaredInput>(input: Input) => ({ ...input, isOfStep: true }) as const;

/**
 * Every input by name. action.yml, the config file's schema and the command line's flags are made from it.
 */
export const INPUTS = {
  'api-token': ofStep(secret()),
  'api-url': ofStep(text('https://api.telemetrydeckapi.com')),
  'allow-http': ofStep(boolean('false')),
  'data-source': text(),
  insights: yaml(),
  queries: yaml(),
  config: ofStep(text()),
  report: ofStep(list('all')),
  interval: yaml('last 28 complete days'),
  timezone: text('UTC'),
  compare: choice(COMPARISON_MODES, 'previous-period'),
  history: integer(0, 60, '0'),
  top: integer(1, 1000, '10'),
  title: text('Insight report'),
  template: yaml(),
  'post-to': list('summary'),
  'webhook-url': ofStep(secret()),
  'webhook-format': choice(WEBHOOK_FORMATS, 'json'),
  'webhook-secret': ofStep(secret()),
  marks: yaml('releases'),
  'report-id': text('default'),
  'comment-mode': choice(['update', 'recreate', 'append'], 'update'),
  'comment-when': choice(['always', 'not-green'], 'always'),
  'pr-number': text('auto'),
  'issue-mode': choice(['update', 'create', 'comment'], 'update'),
  'issue-number': text(),
  'issue-title': text('{{title}}'),
  labels: list(),
  assignees: list(),
  'discussion-category': text('General'),
  thresholds: yaml(),
  releases: yaml(),
  signals: yaml('false'),
  minimums: yaml('auto'),
  'on-inconclusive': choice(['fail', 'warn', 'pass'], 'fail'),
  'on-error': choice(['fail', 'warn'], 'fail'),
  'on-missing-token': choice(['auto', 'fail', 'skip'], 'auto'),
  'min-group-size': integer(0, 1_000_000, '0'),
  'dry-run': boolean('false'),
  timeout: integer(1, 3600, '210', 'seconds'),
  retries: integer(0, 10, '3'),
  deadline: integer(1, 21_600, '600', 'seconds'),
  concurrency: integer(1, 50, '6'),
  locale: text('en-US'),
  'github-token': ofStep(secret('${{ github.token }}')),
} as const satisfies Readonly<Record<string, DeclaredInput>>;

/** The name of an input. */
export type InputName = keyof typeof INPUTS;
