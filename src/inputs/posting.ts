import { INPUTS } from './declared.ts';
import type { InputEffects } from './effects.ts';
import { parseLine } from './lines.ts';
import { parseAssignees, parseDestinations, parseLabels } from './lists.ts';
import type { Problems } from './problems.ts';
import { inputText, inputValue, type RawInputs } from './raw.ts';
import type { Destination, PostingRequest } from './request.ts';
import { parseChoice, parseInteger } from './scalars.ts';
import { parseToken } from './tokens.ts';

const ISSUE_TITLE_LIMIT = 1000;
const CATEGORY_LIMIT = 100;
const NUMBERS = { min: 1, max: 2_147_483_647 };

// They are paragraphs, and a title is a line.
const CALLS_PARTIAL = /\{\{~?#?>/;
const NO_PARTIALS = 'which calls a partial: a title has none';

/** Reads how and where to post. */
export async function parsePosting(
  raw: RawInputs,
  isDryRun: boolean,
  { checkTemplate, problems }: Pick<InputEffects, 'checkTemplate'> & { readonly problems: Problems },
): Promise<PostingRequest> {
  const text = (name: Parameters<typeof inputText>[1]): string => inputText(raw, name);
  const destinations = parseDestinations('post-to', inputValue(raw, 'post-to'), problems) ?? [];
  const issueTitle = parseLine('issue-title', text('issue-title'), ISSUE_TITLE_LIMIT, problems);
  if (issueTitle !== null && issueTitle !== INPUTS['issue-title'].default) {
    const fault = CALLS_PARTIAL.test(issueTitle) ? NO_PARTIALS : await checkTemplate('issue-title', issueTitle);
    if (fault !== null)
      problems.add({ at: 'issue-title', given: issueTitle, why: fault, expected: 'a Handlebars template' });
  }
  const { 'comment-mode': commentMode, 'issue-mode': issueMode } = INPUTS;
  return {
    destinations,
    commentMode: parseChoice('comment-mode', text('comment-mode'), commentMode.choices, problems) ?? 'update',
    prNumber: parsePrNumber(text('pr-number'), problems),
    issueMode: parseChoice('issue-mode', text('issue-mode'), issueMode.choices, problems) ?? 'update',
    issueNumber:
      text('issue-number') === '' ? null : parseInteger('issue-number', text('issue-number'), NUMBERS, problems),
    issueTitle: issueTitle ?? '',
    labels: parseLabels('labels', inputValue(raw, 'labels'), problems) ?? [],
    assignees: parseAssignees('assignees', inputValue(raw, 'assignees'), problems) ?? [],
    discussionCategory:
      parseLine('discussion-category', text('discussion-category'), CATEGORY_LIMIT, problems) ??
      INPUTS['discussion-category'].default,
    githubToken: parseGithubToken(raw, isDryRun ? [] : destinations, problems),
  };
}

function parsePrNumber(text: string, problems: Problems): 'auto' | number {
  if (text === 'auto') return text;
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number >= NUMBERS.min && number <= NUMBERS.max) return number;
  problems.add({ at: 'pr-number', given: text, expected: "auto, or a pull request's number" });
  return 'auto';
}

function parseGithubToken(raw: RawInputs, destinations: readonly Destination[], problems: Problems): string {
  const token = parseToken('github-token', raw, problems);
  const needing = destinations.filter((destination) => destination !== 'summary');
  if (inputText(raw, 'github-token') === '' && needing.length > 0) {
    problems.add({
      at: 'github-token',
      why: `is empty, and post-to: ${needing.join(', ')} needs it`,
      expected: '${{ github.token }}, which is the default, or another token that may post there',
    });
  }
  return token;
}
