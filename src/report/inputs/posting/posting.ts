// Reads the inputs that say where and how to post. A value after `??` stands for an input with a problem:
// that was noted, and the request is not used.
import { nearestWord } from '../../../text/nearest.ts';
import { hasControls } from '../../../text/visible.ts';
import { declaredReader } from '../declared-reader.ts';
import { INPUTS } from '../declared.ts';
import type { ReadingContext } from '../effects.ts';
import type { Problems } from '../problems.ts';
import { splitList } from '../list.ts';
import { inputReader, inputText, inputValue, type RawInputs } from '../raw.ts';
import { type Destination, DESTINATIONS, type PostingRequest } from '../request.ts';
import { integerWithin, lineOf } from '../scalars.ts';
import { parseToken } from '../secrets.ts';
import { withoutName } from '../templates.ts';
import { parseWebhook } from './webhook.ts';

const NUMBERS = { min: 1, max: 2_147_483_647 };
const parseIssueNumber = integerWithin(NUMBERS);
const parsePullRequestNumber = integerWithin({
  ...NUMBERS,
  expected: "auto, or a pull request's number such as 12",
});

// Partials are paragraphs, and a title is one line.
const CALLS_PARTIAL = /\{\{~?#?>/;
const NO_PARTIALS = 'which calls a partial; titles cannot use partials';

/**
 * Reads how and where to post. What only posting needs may be missing in a dry run, and secrets in a run that
 * `hasSecrets` is false for.
 */
export async function parsePosting(
  raw: RawInputs,
  { isDryRun, hasSecrets }: { readonly isDryRun: boolean; readonly hasSecrets: boolean },
  { checkTemplate, problems }: ReadingContext,
): Promise<PostingRequest> {
  const read = inputReader(raw, problems);
  const { choice } = declaredReader(raw, problems);
  const destinations = parseDestinations(splitList(inputValue(raw, 'post-to')), problems.at('post-to')) ?? [];
  const issueTitle = read('issue-title', lineOf(1000));
  if (issueTitle !== null && issueTitle !== INPUTS['issue-title'].default) {
    const fault = CALLS_PARTIAL.test(issueTitle)
      ? NO_PARTIALS
      : await checkTemplate('issue-title', issueTitle);
    if (fault !== null)
      problems.at('issue-title').add({
        input: issueTitle,
        why: withoutName(fault, 'issue-title'),
        expected: 'a Handlebars template',
      });
  }
  return {
    destinations,
    commentMode: choice('comment-mode'),
    commentWhen: choice('comment-when'),
    prNumber:
      read('pr-number', (text, at) => (text === 'auto' ? text : parsePullRequestNumber(text, at))) ?? 'auto',
    issueMode: choice('issue-mode'),
    issueNumber: read('issue-number', (text, at) => (text === '' ? null : parseIssueNumber(text, at))),
    issueTitle: issueTitle ?? '',
    labels: parseListed('labels', raw, problems),
    assignees: parseListed('assignees', raw, problems),
    discussionCategory: read('discussion-category', lineOf(100)) ?? '',
    githubToken: parseGithubToken(raw, isDryRun ? [] : destinations, problems),
    webhook: parseWebhook(raw, destinations.includes('webhook') && !isDryRun && hasSecrets, problems),
  };
}

function parseGithubToken(raw: RawInputs, destinations: readonly Destination[], problems: Problems): string {
  const token = parseToken('github-token', raw, problems);
  const needing = destinations.filter((each) => each !== 'summary' && each !== 'webhook');
  if (inputText(raw, 'github-token') === '' && needing.length > 0) {
    problems.at('github-token').add({
      why: `is empty, and post-to: ${needing.join(', ')} needs it`,
      expected: '${{ github.token }}, which is the default, or another token that may post there',
    });
  }
  return token;
}

/** Parses the destinations of `post-to`; none for `none`. */
function parseDestinations(words: readonly string[], problems: Problems): readonly Destination[] | null {
  const expected = `any of ${DESTINATIONS.join(', ')} (commas or newlines between them), or none`;
  const listedWords = words.join(', ');
  if (words.length === 0) return problems.refuse({ why: 'is empty', expected });
  if (words.includes('none')) {
    return words.length === 1
      ? []
      : problems.refuse({ input: listedWords, why: 'none cannot be combined with others', expected });
  }
  const destinations = words.map((word) => {
    const destination = DESTINATIONS.find((name) => name === word);
    const hint = OTHER_NAMES[word.toLowerCase()] ?? nearestWord(word, [...DESTINATIONS, 'none']);
    return destination ?? problems.refuse({ input: word, hint, expected });
  });
  return destinations.filter((destination) => destination !== null);
}

/** What people call the destinations. */
const OTHER_NAMES: Readonly<Record<string, Destination | 'none'>> = {
  pr: 'pull-request',
  comment: 'pull-request',
  slack: 'webhook',
  off: 'none',
};

/** A GitHub login. */
export const GITHUB_LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})(?:\[bot\])?$/;

/** What GitHub allows for an issue. */
const LISTS = {
  labels: {
    most: 100,
    isItem: (label: string): boolean => Array.from(label).length <= 50 && !hasControls(label),
    expected: 'labels of at most 50 characters',
  },
  assignees: {
    most: 10,
    isItem: (login: string): boolean => GITHUB_LOGIN.test(login),
    expected: 'GitHub login names such as octocat, without @',
  },
};

function parseListed(name: keyof typeof LISTS, raw: RawInputs, problems: Problems): readonly string[] {
  const { most, isItem, expected } = LISTS[name];
  const [items, at] = [splitList(inputValue(raw, name)), problems.at(name)];
  for (const item of items) if (!isItem(item)) at.add({ input: item, expected });
  if (items.length > most) at.add({ why: `${items.length} ${name}`, expected: `at most ${most}` });
  return items;
}
