// Renders releases in Markdown: the advice, both sides in a table, and a chart of the interval. `report.ts`
// and the template helper `releaseSections` call it. Pure.
import type { ReleaseEvent, ReleaseResult, ReportedRelease } from '../../results/results.ts';
import { numberFormat } from '../format/numbers.ts';
import { sayFailure } from '../view/sentences/insight.ts';
import { axisLabels, xyChart } from '../view/diagram.ts';
import { escapeValue } from './escape.ts';
import { escapeProse } from './prose.ts';
import { sentenceAsMarkdown } from './sentence.ts';
import { formatDay } from '../format/dates.ts';
import { formatBucket } from '../format/buckets.ts';
import { formatLimit } from '../format/verdicts.ts';
import { rangeText, sameUsersTexts } from '../format/releases.ts';

/** The releases as Markdown: what to do, both sides in a row each, and the interval day by day. */
export function renderReleases(releases: readonly ReleaseResult[], locale: string): string {
  return releases.map((release) => renderRelease(release, locale)).join('\n\n');
}

function renderRelease(release: ReleaseResult, locale: string): string {
  if (release.status === 'error') return `> ❌ ${sentenceAsMarkdown(sayFailure(release))}`;
  const symbol = release.advice === null ? '' : `${SYMBOLS[release.advice]} `;
  const charts = release.events.map((event) => chartOf(event, locale)).filter((chart) => chart !== '');
  return [
    `### ${escapeProse(release.title)}`,
    `${symbol}**${escapeProse(release.sentence)}**`,
    ...(release.events.length === 0 ? [] : [tableOf(release, locale)]),
    ...sameUsersTexts(release, locale).map((text) => escapeProse(text)),
    ...charts,
    ...(release.events.length === 0 ? [] : [`<sub>${footnote(release, locale)}</sub>`]),
  ].join('\n\n');
}

const SYMBOLS = { 'go on': '✅', stop: '❌', wait: '⏳' } as const;

function tableOf(release: ReportedRelease, locale: string): string {
  const { number, percent } = numberFormat(locale);
  const shown = (count: number | null) =>
    count === null ? `< ${number(release.fewerThan ?? null)}` : number(count);
  const rows = release.events.flatMap((event) => {
    const sides = [
      [release.new ?? '', event.new, event.new.rate, rangeText(event.worse, locale)],
      [release.against, event.old, event.expected, ''],
    ] as const;
    return sides.map(([side, { users, had }, rate, range]) => {
      const cells = [escapeValue(side, 'cell'), shown(users), escapeValue(event.event, 'cell'), shown(had)];
      return `| ${[...cells, rate === null ? '' : percent(rate), range].join(' | ')} |`;
    });
  });
  return [
    '| Version | User-days | Event | Had it | Rate | More likely by |',
    '|:--|--:|:--|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

function footnote(
  { new: version, since, strata, confidence, events }: ReportedRelease,
  locale: string,
): string {
  const within = ['days', ...strata.map((name) => escapeValue(name))].join(' and ');
  const { number } = numberFormat(locale);
  const people = events.flatMap(({ event, different }) =>
    different === undefined
      ? []
      : ` ${number(different.had)} of ${number(different.users)} different users of ${escapeValue(version ?? '')} had ${escapeValue(event)}.`,
  );
  return `Since ${since === null ? '' : formatDay(Date.parse(since), locale, 'UTC')}, compared within ${within}; a user counts once a day, and a day with both versions is one of the new. The rate of the others is weighed by the new version’s users of each day. The interval holds at every look, at ${confidence * 100}% confidence.${people.join('')}`;
}

const FEWEST_DAYS = 3;
const MOST_DAYS = 31;

/**
 * Early days are left out if their interval is this many times wider than the last: the others would be
 * flat.
 */
const WIDEST = 10;

/**
 * The interval at the end of each day, as two lines that approach each other, and the limit; empty with fewer
 * than three days that have both.
 */
function chartOf({ event, days: releaseDays, limit }: ReleaseEvent, locale: string): string {
  const bounded = releaseDays.flatMap(({ day, worse: { low, high } }) =>
    high === null ? [] : [{ day, low: low * 100, high: high * 100, width: high - low }],
  );
  const widest = WIDEST * (bounded.at(-1)?.width ?? 0);
  const shown = bounded.filter(({ width }) => width <= widest).slice(-MOST_DAYS);
  if (shown.length < FEWEST_DAYS) return '';
  const limits = limit === undefined ? [] : [shown.map(() => limit * 100)];
  const lines = [shown.map(({ low }) => low), shown.map(({ high }) => high), ...limits];
  const [low, high] = [Math.min(0, ...lines.flat()), Math.max(0, ...lines.flat())];
  const name = event.replace(/[^\p{L}\p{N} ._-]/gu, ' ').slice(0, 40);
  const days = shown.map(({ day }) =>
    formatBucket(Date.parse(day), { unit: 'day', withYear: false, locale, timeZone: 'UTC' }),
  );
  const chart = xyChart(
    axisLabels(days),
    `"${name}, % more likely" ${low.toFixed(1)} --> ${high.toFixed(1)}`,
    'line',
    lines.map((line) => line.map((each) => each.toFixed(1))),
    COLOURS,
  );
  return `\`\`\`mermaid\n${chart}\n\`\`\`\n\n<sub>Upper line (orange): at most. Lower line (blue): at least.${
    limit === undefined ? '' : ` Flat line (red): the limit, ${formatLimit(limit, 'change', locale)}.`
  }</sub>`;
}

/** The colours of the lower bound, the upper one and the limit. */
const COLOURS = ['steelblue', 'darkorange', 'crimson'];
