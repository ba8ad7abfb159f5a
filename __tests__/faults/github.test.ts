// Every fault of GitHub at each request of a comment, and some of them at every other request that posting
// makes, over real sockets. The summary is always written. docs/contributing/faults.md lists the outcomes.
import type { Receipt } from '../../src/report/publish/post.ts';
import { publish } from '../../src/report/publish/publish.ts';
import { startFront } from '../support/faults/front.ts';
import {
  COMMENT_STEPS,
  type FaultKind,
  FURTHER_STEPS,
  type Outcome,
  type PostingStep,
  SHA,
} from '../support/faults/github-steps.ts';
import { closeServers } from '../support/faults/servers.ts';
import {
  answers,
  BODIES,
  bombs,
  connectionFaults,
  flood,
  hangingFaults,
  LATE,
  NO_HTTP,
  type SocketFault,
  statuses,
  UNREACHABLE,
  wrongTypes,
} from '../support/faults/socket-faults.ts';
import { createTable } from '../support/faults/table.ts';
import { closeGitHub, startGitHub, type StandIn } from '../support/github/stand-in.ts';
import { isLong } from '../support/properties.ts';
import { effects, post, posting, runContext } from '../support/publish-setting.ts';

const TOKEN = 'ghs_workflow';

interface Fault extends SocketFault {
  readonly kind: FaultKind;
  readonly message: RegExp;
  /** How often each request of a comment is sent if the fault lasts. */
  readonly tries: Readonly<Record<string, number>>;
  /** Milliseconds for one request. */
  readonly requestMs?: number;
  /** The requests of a comment that meet it: all of them by default. */
  readonly steps?: readonly string[];
}

/** Before a request that creates something is tried again, a request finds out whether it took effect. */
const UNANSWERED = { list: 4, create: 3, edit: 4 };
const each = (count: number): Fault['tries'] => ({ list: count, create: count, edit: count });
const LATER = 'Run the job again later';
/** The clock of these tests begins at this moment. */
const NOW_S = Date.UTC(2026, 10, 20) / 1000;

const unanswered = (message: RegExp, more: Partial<Fault> = {}) => {
  return (fault: SocketFault): Fault => ({
    ...fault,
    kind: 'unanswered',
    message,
    tries: UNANSWERED,
    ...more,
  });
};
const says = (status: number, headers: Record<string, string> = {}, message = 'no'): SocketFault['act'] =>
  answers(status, headers, JSON.stringify({ message: `${message}, ${TOKEN}` }));

const CLOSED = new RegExp(`(reset|closed before the answer was complete) \\([A-Z_]+\\)\\. ${LATER}`);
const UNREADABLE = /: 200 with a body that is not (GitHub's|what was requested)/;
const TOO_LARGE = /the answer is larger than 64 MiB/;
const EMPTY = '[]'.padEnd(40);
const NESTED = answers(200, {}, '{"a":'.repeat(100_000));

function limited(
  name: string,
  status: number,
  headers: Record<string, string>,
  reason = 'API rate limit',
): Fault {
  const message = new RegExp(`was answered with ${status}: ${reason}.*${LATER}`);
  return { name, act: says(status, headers, reason), kind: 'limited', message, tries: each(4) };
}

function statusFault(status: number): Fault {
  const words =
    status === 407
      ? '407: a proxy wants a user and password. Check HTTPS_PROXY'
      : `${status}\\b.*no, \\*\\*\\*`;
  const fault = { name: String(status), act: says(status), message: new RegExp(words) };
  if (status === 408 || status === 421 || status >= 500) return unanswered(fault.message)(fault);
  if (status === 429) return { ...fault, kind: 'limited', tries: each(4) };
  const kinds: Readonly<Record<number, FaultKind>> = { 401: 'dead', 404: 'gone' };
  return { ...fault, kind: kinds[status] ?? 'refused', tries: each(1) };
}

const REDIRECTS = [301, 302, 307, 308].flatMap((status): Fault[] => {
  const refused = { kind: 'refused', tries: each(1) } as const;
  return [
    {
      name: `${status} to another host`,
      act: answers(status, { location: 'http://192.0.2.1/' }),
      ...refused,
      message: /a redirect to 192\.0\.2\.1, which is not followed/,
    },
    {
      name: `${status} to another scheme`,
      act: answers(status, { location: 'https://127.0.0.1/' }),
      ...refused,
      message: /a redirect to 127\.0\.0\.1, which is not followed/,
    },
    {
      name: `${status} to the same host`,
      act: (socket, url) => {
        answers(status, { location: url })(socket, url);
      },
      kind: 'misdirected',
      tries: each(6),
      message: /a redirect to 127\.0\.0\.1:\d+, which is not followed/,
    },
  ];
});

const SLOW = hangingFaults(EMPTY).map(
  unanswered(new RegExp(`timed out after 0\\.3 s\\. ${LATER}`), { requestMs: 300 }),
);
const LIMITS: readonly Fault[] = [
  limited('429 with `retry-after` in seconds', 429, { 'retry-after': '7' }),
  limited('429 with `retry-after` as a date', 429, {
    'retry-after': new Date((NOW_S + 30) * 1000).toUTCString(),
  }),
  limited('403 with `retry-after`', 403, { 'retry-after': '7' }),
  limited('403 with `x-ratelimit-reset`', 403, {
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(NOW_S + 20),
  }),
  limited('403, secondary limit', 403, {}, 'You have exceeded a secondary rate limit'),
  limited('403, abuse detection', 403, {}, 'You have triggered an abuse detection mechanism'),
  {
    ...limited('403 with a reset in an hour', 403, {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(NOW_S + 3600),
    }),
    message: /The limit ends in 6\d minutes/,
    tries: each(1),
  },
];

const CONNECTION = connectionFaults(EMPTY).map(unanswered(CLOSED));
const PAGES = BODIES.map(unanswered(UNREADABLE));
/** These are slow, so only the first is tested at every request, and in a short run at one request only. */
const BOMBS = bombs(65, isLong ? undefined : ['gzip']).map((bomb, index) =>
  unanswered(UNREADABLE, isLong && index === 0 ? {} : { steps: ['list'] })(bomb),
);
const COMMENT_FAULTS: readonly Fault[] = [
  ...CONNECTION,
  ...SLOW,
  ...NO_HTTP.map(unanswered(/what came back is not HTTP \(HPE_\w+\)|headers are too large/)),
  ...PAGES,
  unanswered(UNREADABLE)({ name: 'JSON nested 100,000 levels deep', act: NESTED }),
  ...wrongTypes('null', 'true', '42', '"text"', '{}', '{"id":"7"}', '{"id":7.5}').map(unanswered(UNREADABLE)),
  ...BOMBS,
  ...(isLong ? [unanswered(TOO_LARGE, { steps: ['list'] })({ name: '200 MB', act: flood })] : []),
  ...LIMITS,
  ...REDIRECTS,
  ...statuses().map(statusFault),
];

/** Some faults of every kind, for the other requests. */
const FURTHER_FAULTS: readonly Fault[] = [
  ...CONNECTION.filter(({ name }) => ['closed before the answer', 'closed within the body'].includes(name)),
  ...PAGES.filter(({ name }) => ['HTML', 'JSON that is cut off'].includes(name)),
  ...wrongTypes('null', '{}', '{"data":[7]}', '{"id":"7","body":8}').map(unanswered(UNREADABLE)),
  ...[502, 400, 401, 403, 404, 409, 422].map(statusFault),
  ...LIMITS.filter(({ name }) => /^429 .* seconds|secondary|hour/.test(name)),
  ...REDIRECTS.filter(({ name }) => name === '307 to another host'),
];

/** A fault at a request, at every try or only at the first. */
interface Case {
  readonly fault: string;
  readonly request: string;
  readonly isLasting: boolean;
  readonly met: Fault;
  readonly step: PostingStep;
}

function casesOf(step: PostingStep, faults: readonly Fault[]): readonly Case[] {
  const here = faults.filter(({ steps }) => steps?.includes(step.name) !== false);
  const toCase = (met: Fault, isLasting: boolean): Case => ({
    fault: met.name,
    request: step.name,
    isLasting,
    met,
    step,
  });
  const late = LATE.map(unanswered(/./));
  return [
    ...here.map((met) => toCase(met, true)),
    ...[...here.filter(({ tries }) => tries['list']! > 1), ...late].map((met) => toCase(met, false)),
  ];
}

/** A short run tests a fault that has many like it at one of `of` requests only. */
function isTried(fault: number, step: number, of: number): boolean {
  return isLong || (fault + step) % of === 0;
}

const COMMENT_CASES = COMMENT_STEPS.flatMap((step, index) =>
  casesOf(step, COMMENT_FAULTS).filter(
    ({ fault }, nth) => !/^\d+$|hanging|drip|wrong type/.test(fault) || isTried(nth, index, 8),
  ),
);
const FURTHER_CASES = FURTHER_STEPS.flatMap((step, index) =>
  // Slowness does not change the outcome, so slow faults are tested at one request only.
  casesOf(step, [...FURTHER_FAULTS, ...(index === 0 ? SLOW.slice(0, 1) : [])]).filter((_, nth) =>
    isTried(nth, index, 10),
  ),
);

const commentTable = createTable('github', 'faults');
const furtherTable = createTable('github-requests', 'requests');
let github: StandIn;

const front = await startFront(() => github.url);

beforeEach(() => start());

afterEach(() => closeGitHub(github));

afterAll(async () => {
  await closeServers();
  commentTable.keep(COMMENT_CASES.length + UNREACHABLE.length);
  furtherTable.keep(FURTHER_CASES.length);
});

async function start(graphql = true): Promise<void> {
  github = await startGitHub({ graphql });
  github.addPull({ number: 7, pull: { headOwner: 'guest', headBranch: 'topic', headSha: SHA } });
}

/**
 * Posts to a destination and to the summary, and expects what is true of every fault. The result also has the
 * number of waits.
 */
async function report(
  url: string,
  { destination, asked, payload }: Pick<PostingStep, 'destination' | 'asked' | 'payload'>,
  requestMs = 20_000,
): Promise<Receipt & { readonly waits: number }> {
  const world = { ...effects(), requestMs };
  const startedMs = performance.now();
  const isByEvent = payload !== undefined;
  const env = { GITHUB_STEP_SUMMARY: '/summary', ...(isByEvent && { GITHUB_EVENT_NAME: 'workflow_run' }) };
  const [receipt, summary] = await publish(
    posting({ ...asked, githubToken: TOKEN, ...(isByEvent && { prNumber: 'auto' }) }),
    [post(destination), post('summary')],
    runContext(url, env, payload),
    world,
  );
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect(world.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(300_000);
  expect(summary).toMatchObject({ destination: 'summary', outcome: 'posted' });
  expect(world.files.get('/summary')).toBe(post('summary').body);
  expect(JSON.stringify(receipt)).not.toContain(TOKEN);
  return { ...receipt!, waits: world.waits.length };
}

/** The report's posts that a reader would find. */
function standing(): readonly string[] {
  const { issues, comments, releases, discussions, discussionComments, checkRuns } = github;
  const open = [
    ...issues.filter(({ state }) => state === 'open'),
    ...discussions.filter(({ closed }) => !closed),
  ];
  const checks = checkRuns.map(({ summary, externalId }) => ({ body: `${summary}\n<!-- ${externalId} -->` }));
  return [...open, ...comments, ...releases, ...discussionComments, ...checks]
    .map(({ body }) => body)
    .filter((body) => body.includes('<!-- insight-report:default -->') && !body.startsWith('intro'));
}

function outcomeOf({ outcome, level }: Receipt): Outcome {
  if (outcome === 'failed' || outcome === 'skipped') return outcome;
  return level === 'warning' ? 'warned' : 'posted';
}

/** The expected outcome of a lasting fault. */
function lastingOutcome({ step, met }: Case): Outcome {
  // A server without GraphQL has no discussions; that is not an error of the run.
  const isWithoutGraphql = step.destination === 'discussion' && met.kind === 'gone';
  return step.comesTo?.[met.kind] ?? (isWithoutGraphql ? 'skipped' : 'failed');
}

const WHERE =
  /(GET|POST|PATCH|DELETE) \S+ at 127\.0\.0\.1:\d+|GraphQL at 127\.0\.0\.1:\d+ was answered with 404/;

/** Posts a report while there is a fault, and checks the outcome. */
async function judge(one: Case): Promise<Receipt> {
  const { step, met, isLasting } = one;
  if (step.graphql === false) {
    await github.close();
    await start(false);
  }
  step.prepare(github);
  const before = standing().length;
  front.meet({ ...met, at: step.at, ...(!isLasting && { times: 1 }) });
  const receipt = await report(front.url, step, met.requestMs);
  const expected = isLasting ? lastingOutcome(one) : (step.onceComesTo ?? 'posted');
  const { message } = receipt;
  expect({ outcome: outcomeOf(receipt), message }).toEqual({ outcome: expected, message });
  expect(front.metCount()).toBeGreaterThan(0);
  if (expected !== 'posted' && receipt.level !== 'notice') expect(message).toMatch(WHERE);
  // An earlier report is never lost. A report that was not posted changed nothing; one that was posted is
  // there once.
  if (before > 0) expect(standing().length).toBeGreaterThan(0);
  const isPosted = expected === 'posted' || expected === 'warned';
  if (!isPosted) expect(standing()).toHaveLength(Math.max(before, standing().length > before ? 1 : 0));
  if (!isLasting && isPosted) expect(standing().filter((body) => body.includes('## Report'))).toHaveLength(1);
  return receipt;
}

/** A message without its request and host, as in docs/contributing/faults.md. */
function describeMessage({ message, level }: Receipt): string {
  if (level === 'info') return 'the report is posted';
  const [, status, words = message] = / at \S+?(?: was answered with (\d{3}))?: ([^]*)$/.exec(message) ?? [];
  return `${status === undefined ? '' : '(status) '}${words.replace(/^\d{3}, /, '')}`;
}

const FAILED = /^The report could not be posted to the pull request: (GET|POST|PATCH) \S+ at /;

describe.each(COMMENT_STEPS)('a comment’s request to $name', ({ name }) => {
  const here = COMMENT_CASES.filter(({ request }) => request === name);

  test.each(here.filter(({ isLasting }) => isLasting))(
    'a comment’s request ends in one message if this lasts: $fault',
    (one) =>
      commentTable.count(one, async () => {
        const receipt = await judge(one);
        if (receipt.outcome === 'failed') {
          expect(receipt).toMatchObject({
            level: 'error',
            message: expect.stringMatching(FAILED) as unknown,
          });
          expect(receipt.message).toMatch(one.met.message);
        }
        if (name === 'edit' && receipt.outcome === 'failed')
          expect(github.comments.at(-1)?.body).toContain('old');
        const tries = front.metCount();
        expect(tries).toBe(one.met.tries[name]);
        return { tries, said: describeMessage(receipt) };
      }),
  );

  test.each(here.filter(({ isLasting }) => !isLasting))(
    'a comment’s request goes on if this comes once: $fault',
    (one) =>
      commentTable.count(one, async () => {
        const receipt = await judge(one);
        expect(github.comments.map(({ id }) => id)).toEqual([receipt.id]);
        return { tries: 2, said: describeMessage(receipt) };
      }),
  );
});

describe.each(FURTHER_STEPS)('$name', ({ name }) => {
  const here = FURTHER_CASES.filter(({ request }) => request === name);

  test.each(here)('a request comes to what is expected of this (lasting: $isLasting): $fault', (one) =>
    furtherTable.count(one, async () => {
      const receipt = await judge(one);
      return { tries: front.metCount(), said: outcomeOf(receipt) };
    }),
  );
});

test.each(UNREACHABLE)(
  'the way to GitHub ends in one message: $name',
  ({ name, start: open, message, isLasting = false }) =>
    commentTable.count({ fault: name, request: 'connect', isLasting: true }, async () => {
      const url = await open();
      const requestMs = name.startsWith('hanging') ? 300 : undefined;
      const receipt = await report(url, { destination: 'pull-request' }, requestMs);
      expect(receipt).toMatchObject({ outcome: 'failed', level: 'error' });
      expect(receipt.message).toMatch(message);
      expect(receipt.message).toContain(` at ${new URL(url).host}: `);
      expect(receipt.message.includes(LATER)).toBe(!isLasting);
      expect(receipt.waits + 1).toBe(isLasting ? 1 : 4);
      return { tries: receipt.waits + 1, said: describeMessage(receipt) };
    }),
);
