import { DESTINATIONS, type Destination } from './request.ts';
import { nearest } from './nearest.ts';
import type { Problems } from './problems.ts';
import { hasInvisible } from './visible.ts';
import type { YamlValue } from './yaml-value.ts';

/** The destinations of `post-to`; empty for `none`. */
export function parseDestinations(at: string, value: YamlValue, problems: Problems): readonly Destination[] | null {
  const words = splitList(value);
  const expected = `any of ${DESTINATIONS.join(', ')} (commas or newlines between them), or none`;
  const given = words.join(', ');
  if (words.length === 0) return problems.add({ at, why: 'names nothing', expected });
  if (words.includes('none')) {
    return words.length === 1 ? [] : problems.add({ at, given, why: 'none stands alone', expected });
  }
  const found = words.map((word) => {
    const destination = DESTINATIONS.find((name) => name === word);
    const hint = nearest(word, [...DESTINATIONS, 'none']);
    return destination ?? problems.add({ at, given: word, hint, expected });
  });
  return found.filter((destination) => destination !== null);
}

/** Label names for issues; GitHub allows 50 characters each and 100 an issue. */
export function parseLabels(at: string, value: YamlValue, problems: Problems): readonly string[] | null {
  const labels = splitList(value);
  const wrong = labels.filter((label) => Array.from(label).length > 50 || hasInvisible(label));
  for (const label of wrong) problems.add({ at, given: label, expected: 'labels of at most 50 characters' });
  if (labels.length > 100) problems.add({ at, why: `${labels.length} labels`, expected: 'at most 100' });
  return labels;
}

/** Login names for issues; GitHub takes at most ten. */
export function parseAssignees(at: string, value: YamlValue, problems: Problems): readonly string[] | null {
  const logins = splitList(value);
  const wrong = logins.filter((login) => !LOGIN.test(login));
  for (const login of wrong)
    problems.add({ at, given: login, expected: 'GitHub login names such as octocat, without @' });
  if (logins.length > 10) problems.add({ at, why: `${logins.length} assignees`, expected: 'at most 10' });
  return logins;
}

/** A login name of GitHub. */
export const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})(?:\[bot\])?$/;

/** The items of a YAML list; of a text, divided by commas and newlines, a line may begin with a dash as in a YAML list. */
export function splitList(value: YamlValue): readonly string[] {
  const words =
    typeof value === 'string' ? wordsOf(value) : [...value.values()].filter((item) => typeof item === 'string');
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
}

function wordsOf(text: string): readonly string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim().replace(/^-\s+/, ''));
  return lines.flatMap((line) => line.split(','));
}
