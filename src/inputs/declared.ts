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
};

/**
 * Every input by name. action.yml, the config file's schema and the command line's flags are made from it.
 */
export const INPUTS = {
  'api-token': {
    kind: 'secret',
    default: '',
  },
  'api-url': {
    kind: 'text',
    default: 'https://api.telemetrydeckapi.com',
  },
  'allow-http': {
    kind: 'boolean',
    default: 'false',
  },
  'data-source': {
    kind: 'text',
    default: '',
  },
  insights: {
    kind: 'yaml',
    default: '',
  },
  queries: {
    kind: 'yaml',
    default: '',
  },
  config: {
    kind: 'text',
    default: '',
  },
  report: {
    kind: 'list',
    default: 'all',
  },
  interval: {
    kind: 'yaml',
    default: 'last 28 complete days',
  },
  timezone: {
    kind: 'text',
    default: 'UTC',
  },
  compare: {
    kind: 'choice',
    choices: COMPARISON_MODES,
    default: 'previous-period',
  },
  history: {
    kind: 'integer',
    min: 0,
    max: 60,
    default: '0',
  },
  top: { kind: 'integer', min: 1, max: 1000, default: '10' },
  title: { kind: 'text', default: 'Insight report' },
  template: {
    kind: 'yaml',
    default: '',
  },
  'post-to': {
    kind: 'list',
    default: 'summary',
  },
  'webhook-url': {
    kind: 'secret',
    default: '',
  },
  'webhook-format': {
    kind: 'choice',
    choices: WEBHOOK_FORMATS,
    default: 'json',
  },
  'webhook-secret': {
    kind: 'secret',
    default: '',
  },
  marks: {
    kind: 'yaml',
    default: 'releases',
  },
  'report-id': {
    kind: 'text',
    default: 'default',
  },
  'comment-mode': {
    kind: 'choice',
    choices: ['update', 'recreate', 'append'],
    default: 'update',
  },
  'pr-number': {
    kind: 'text',
    default: 'auto',
  },
  'issue-mode': {
    kind: 'choice',
    choices: ['update', 'create', 'comment'],
    default: 'update',
  },
  'issue-number': {
    kind: 'text',
    default: '',
  },
  'issue-title': {
    kind: 'text',
    default: '{{title}}',
  },
  labels: {
    kind: 'list',
    default: '',
  },
  assignees: {
    kind: 'list',
    default: '',
  },
  'discussion-category': {
    kind: 'text',
    default: 'General',
  },
  thresholds: {
    kind: 'yaml',
    default: '',
  },
  releases: {
    kind: 'yaml',
    default: '',
  },
  signals: {
    kind: 'yaml',
    default: 'false',
  },
  'on-inconclusive': {
    kind: 'choice',
    choices: ['fail', 'warn', 'pass'],
    default: 'fail',
  },
  'on-error': {
    kind: 'choice',
    choices: ['fail', 'warn'],
    default: 'fail',
  },
  'on-missing-token': {
    kind: 'choice',
    choices: ['auto', 'fail', 'skip'],
    default: 'auto',
  },
  'min-group-size': {
    kind: 'integer',
    min: 0,
    max: 1_000_000,
    default: '0',
  },
  'dry-run': {
    kind: 'boolean',
    default: 'false',
  },
  timeout: {
    kind: 'integer',
    min: 1,
    max: 3600,
    unit: 'seconds',
    default: '210',
  },
  retries: {
    kind: 'integer',
    min: 0,
    max: 10,
    default: '3',
  },
  deadline: {
    kind: 'integer',
    min: 1,
    max: 21_600,
    unit: 'seconds',
    default: '600',
  },
  concurrency: {
    kind: 'integer',
    min: 1,
    max: 50,
    default: '6',
  },
  locale: {
    kind: 'text',
    default: 'en-US',
  },
  'github-token': {
    kind: 'secret',
    default: '${{ github.token }}',
  },
} as const satisfies Readonly<Record<string, DeclaredInput>>;

/** The name of an input. */
export type InputName = keyof typeof INPUTS;
