import type { PostingRequest } from '../../../../src/report/inputs/request.ts';
import type { Post, Receipt } from '../../../../src/report/publish/post.ts';
import {
  closeGitHub,
  type StandIn,
  startGitHub,
  type StoredIssue,
} from '../../../support/github/stand-in.ts';
import { post, postOne } from '../../../support/publish-setting.ts';
import type { HistoryLine } from '../../../../src/report/publish/body/state.ts';

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
});

afterEach(() => closeGitHub(github));

/** Posts the report of a period, in its own run. */
function report(
  issueMode: PostingRequest['issueMode'],
  period: string,
  more: Partial<Post> = {},
): Promise<Receipt> {
  const page = {
    period,
    fingerprint: period,
    body: `report of ${period}`,
    history: { line: line(period), render },
  };
  return postOne(github, post('issue', { ...page, ...more }), { issueMode }, { GITHUB_RUN_ID: period });
}

function line(text: string): HistoryLine {
  return { dates: text, numbers: '', gates: '', run: '', runNumber: '' };
}

function render(lines: readonly HistoryLine[]): string {
  return `Earlier: ${lines.map(({ dates }) => dates).join(', ')}.`;
}

function issue(number: number): StoredIssue {
  return github.issues.find((one) => one.number === number)!;
}

test('a rolling issue lists the past periods, and the issue after one that was closed goes on with them', async () => {
  for (const period of ['a', 'b', 'c']) await report('update', period);
  expect(issue(1).body).toMatch(/^report of c\n\nEarlier: b, a\.\n\n/);
  issue(1).state = 'closed';
  await report('update', 'd');
  expect(issue(2).body).toMatch(/^report of d\n\nEarlier: c, b, a\.\n\nPrevious report: #1\n\n/);
});

test.each(['create', 'comment'] as const)(
  'issue-mode %s lists none: each period has its own post',
  async (mode) => {
    for (const period of ['a', 'b']) await report(mode, period);
    expect(JSON.stringify([github.issues, github.comments])).not.toMatch(/Earlier|history/);
  },
);

test('a report that leaves no room for the past periods is rendered again within what they leave', async () => {
  const long = 'x'.repeat(62_000);
  const asked: number[] = [];
  const refit = async (units: number): Promise<string> => {
    asked.push(units);
    return long.slice(0, units);
  };
  const wordy = { line: line('y'.repeat(200)), render: (): string => 'z'.repeat(5000) };
  await report('update', 'a', { body: long, refit, history: wordy });
  expect(asked).toEqual([]);
  const receipt = await report('update', 'b', { body: long, refit, history: wordy });
  expect(receipt.outcome).toBe('updated');
  expect(asked).toHaveLength(1);
  expect(issue(1).body.length).toBeLessThanOrEqual(65_536);
  expect(issue(1).body).toContain(`${'z'.repeat(5000)}\n\n<!-- insight-report-state: `);
});
