import { nearestWord } from '../text/nearest.ts';
import { hasControls } from '../text/visible.ts';
import { INPUTS } from './declared.ts';
import type { ReadingContext } from './effects.ts';
import type { Problems } from './problems.ts';
import { inputText, inputValue, type RawInputs } from './raw.ts';
import { type Destination, DESTINATIONS, type PostingRequest } from './request.ts';
import { parseChoice, parseInteger, parseLine } from './scalars.ts';
import { parseToken } from './secrets.ts';
import { withoutName } from './templates.ts';
import { parseWebhook } from './webhook.ts';
import type { YamlValue } from './yaml/value.ts';

const ISSUE_TITLE_LIMIT = 1000;
const CATEGORY_LIMIT = 100;
const NUMBER_BOUNDS = { min: 1, max: 2_147_483_647 };

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
  { checkTemplate, problems }: Pick<ReadingContext, 'checkTemplate' | 'problems'>,
): Promise<PostingRequest> {
  const text = (name: Parameters<typeof inputText>[1]): string => inputText(raw, name);
  const destinations = parseDestinations('post-to', inputValue(raw, 'post-to'), problems) ?? [];
  const issueTitle = parseLine('issue-title', text('issue-title'), ISSUE_TITLE_LIMIT, problems);
  if (issueTitle !== null && issueTitle !== INPUTS['issue-title'].default) {
    const fault = CALLS_PARTIAL.test(issueTitle)
      ? NO_PARTIALS
      : await checkTemplate('issue-title', issueTitle);
    if (fault !== null)
      problems.add({
        at: 'issue-title',
        given: issueTitle,
        why: withoutName(fault, 'issue-title'),
        expected: 'a Handlebars template',
      });
  }
  const { 'comment-mode': commentMode, 'issue-mode': issueMode } = INPUTS;
  return {
    destinations,
    commentMode: parseChoice('comment-mode', text('comment-mode'), commentMode.choices, problems) ?? 'update',
    prNumber: parsePrNumber(text('pr-number'), problems),
    issueMode: parseChoice('issue-mode', text('issue-mode'), issueMode.choices, problems) ?? 'update',
    issueNumber:
      text('issue-number') === ''
        ? null
        : parseInteger('issue-number', text('issue-number'), NUMBER_BOUNDS, problems),
    issueTitle: issueTitle ?? '',
    labels: parseLabels('labels', inputValue(raw, 'labels'), problems) ?? [],
    assignees: parseAssignees('assignees', inputValue(raw, 'assignees'), problems) ?? [],
    discussionCategory:
      parseLine('discussion-category', text('discussion-category'), CATEGORY_LIMIT, problems) ??
      INPUTS['discussion-category'].default,
    githubToken: parseGithubToken(raw, isDryRun ? [] : destinations, problems),
    webhook: parseWebhook(raw, destinations.includes('webhook') && !isDryRun && hasSecrets, problems),
  };
}

function parsePrNumber(text: string, problems: Problems): 'auto' | number {
  if (text === 'auto') return text;
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number >= NUMBER_BOUNDS.min && number <= NUMBER_BOUNDS.max) return number;
  problems.add({ at: 'pr-number', given: text, expected: "auto, or a pull request's number such as 12" });
  return 'auto';
}

function parseGithubToken(raw: RawInputs, destinations: readonly Destination[], problems: Problems): string {
  const token = parseToken('github-token', raw, problems);
  const needing = destinations.filter((each) => each !== 'summary' && each !== 'webhook');
  if (inputText(raw, 'github-token') === '' && needing.length > 0) {
    problems.add({
      at: 'github-token',
      why: `is empty, and post-to: ${needing.join(', ')} needs it`,
      expected: '${{ github.token }}, which is the default, or another token that may post there',
    });
  }
  return token;
}

/** Parses the destinations of `post-to`; none for `none`. */
function parseDestinations(at: string, value: YamlValue, problems: Problems): readonly Destination[] | null {
  const words = splitList(value);
  const expected = `any of ${DESTINATIONS.join(', ')} (commas or newlines between them), or none`;
  const given = words.join(', ');
  if (words.length === 0) return problems.add({ at, why: 'is empty', expected });
  if (words.includes('none')) {
    return words.length === 1
      ? []
      : problems.add({ at, given, why: 'none cannot be combined with others', expected });
  }
  const found = words.map((word) => {
    const destination = DESTINATIONS.find((name) => name === word);
    const hint =
      OTHER_NAMES[word.toLowerCase().replace(/[ _-]|s$/g, '')] ??
      nearestWord(word, [...DESTINATIONS, 'none']);
    return destination ?? problems.add({ at, given: word, hint, expected });
  });
  return found.filter((destination) => destination !== null);
}

/** What people call the destinations, without dashes and the `s` of a plural. */
const OTHER_NAMES: Readonly<Record<string, Destination | 'none'>> = {
  pr: 'pull-request',
  prcomment: 'pull-request',
  comment: 'pull-request',
  pullrequest: 'pull-request',
  mergerequest: 'pull-request',
  stepsummary: 'summary',
  jobsummary: 'summary',
  releasenote: 'release',
  checkrun: 'check',
  slack: 'webhook',
  hook: 'webhook',
  off: 'none',
  false: 'none',
  nothing: 'none',
};

/** Parses labels for issues; GitHub allows 50 characters each and 100 labels per issue. */
function parseLabels(at: string, value: YamlValue, problems: Problems): readonly string[] | null {
  const labels = splitList(value);
  const wrong = labels.filter((label) => Array.from(label).length > 50 || hasControls(label));
  for (const label of wrong) problems.add({ at, given: label, expected: 'labels of at most 50 characters' });
  if (labels.length > 100) problems.add({ at, why: `${labels.length} labels`, expected: 'at most 100' });
  return labels;
}

/** Parses the logins of assignees; GitHub allows ten per issue. */
function parseAssignees(at: string, value: YamlValue, problems: Problems): readonly string[] | null {
  const logins = splitList(value);
  const wrong = logins.filter((login) => !GITHUB_LOGIN.test(login));
  for (const login of wrong)
    problems.add({ at, given: login, expected: 'GitHub login names such as octocat, without @' });
  if (logins.length > 10) problems.add({ at, why: `${logins.length} assignees`, expected: 'at most 10' });
  return logins;
}

/** A GitHub login. */
export const GITHUB_LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})(?:\[bot\])?$/;

/**
 * The items of a YAML list, or of a string with commas or newlines between them; its lines may begin with a
 * dash.
 */
export function splitList(value: YamlValue): readonly string[] {
  const words =
    typeof value === 'string'
      ? wordsOf(value)
      : [...value.values()].filter((item) => typeof item === 'string');
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
}

function wordsOf(text: string): readonly string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim().replace(/^-\s+/, ''));
  return lines.flatMap((line) => line.split(','));
}
