import type { ReportedInsight, VersionRow, Versions } from '../../results.ts';
import { plural } from '../../text/plural.ts';
import { sparkline } from '../format/chart.ts';
import { formatDay } from '../format/dates.ts';
import { countUnknown } from './rows.ts';
import { phrasesOf } from './sentences/phrases.ts';
import { chart, say, type Sentence, strong, value, words } from './sentences/sentence.ts';
import type { VersionFamilyView, VersionsView, VersionView } from './analysis-types.ts';

const MOST_ROWS = 12;
/** Someone may keep 99.995%. */
const BOUND_DIGITS = 3;

/** What requiring a version would lose, as templates see it; null if that is not known. */
export function buildVersionsView(
  { versions, interval }: ReportedInsight,
  locale: string,
): VersionsView | null {
  if (versions === undefined) return null;
  // A single version leaves nothing to decide.
  const families = versions.families.filter(({ rows }, i) => i === 0 || rows.length > 1);
  const views = families.map((family) => buildFamilyView(family, versions, interval.complete, locale));
  return { minimum: views[0]?.minimum ?? null, families: views };
}

function buildFamilyView(
  { rows, minimum, more }: Versions['families'][number],
  versions: Versions,
  isComplete: boolean,
  locale: string,
): VersionFamilyView {
  const distance = ({ share }: VersionRow): number => Math.abs((share ?? Infinity) - 1 + versions.keep);
  const unknown = countUnknown(rows.map(({ history }) => history));
  const nearest = new Set(rows.toSorted((one, other) => distance(one) - distance(other)).slice(0, MOST_ROWS));
  const views = rows
    .filter((row) => nearest.has(row))
    .map((row) => ({ ...row, history: row.history.slice(unknown) }))
    .map((row) => buildVersionView(row, row.version === minimum, isComplete));
  const required = views.find(({ isMinimum }) => isMinimum) ?? null;
  return {
    minimum: required,
    rows: views,
    conclusion: concludeVersions(required, versions, locale),
    lines: tableOf(views, versions, locale),
    explanation: explainVersions(views, more + rows.length - views.length),
  };
}

function buildVersionView(
  { version, lost, share, history, expected }: VersionRow,
  isMinimum: boolean,
  isComplete: boolean,
): VersionView {
  return {
    version,
    lost,
    share,
    isMinimum,
    kept: share === null ? null : 1 - share,
    trend: history.length === 0 ? [] : [...history, ...(isComplete ? [share] : [])],
    expected: expected?.at ?? null,
    errorDays: expected?.errorDays ?? 0,
  };
}

/** Which version can be required. */
function concludeVersions(minimum: VersionView | null, { keep, users }: Versions, locale: string): Sentence {
  const kept = words(formatShare(keep, locale, BOUND_DIGITS));
  if (minimum === null) return say`No version here keeps ${kept} of users.`;
  const { number } = phrasesOf(locale, null);
  const share = words(formatShare(minimum.share, locale));
  const loss = say`${number(minimum.lost)} of ${number(users)} (${share})`;
  const version = strong(value(minimum.version));
  return say`${version} is the highest version that keeps ${kept} of users: requiring it loses ${loss}.`;
}

/** The table of versions, its headings first. */
function tableOf(
  rows: readonly VersionView[],
  { keep }: Versions,
  locale: string,
): VersionFamilyView['lines'] {
  const { number } = phrasesOf(locale, null);
  const shown = [true, true, true, rows.some(({ trend }) => trend.length > 1), rows.some(isExpected)];
  const bound = formatShare(1 - keep, locale, BOUND_DIGITS);
  const cells = rows.map((row) => [
    row.isMinimum ? strong(value(row.version)) : value(row.version),
    number(row.lost),
    words(formatShare(row.share, locale)),
    chart(sparkline(row.trend)),
    words(expectationOf(row, locale)),
  ]);
  const titles = ['Require', 'Users lost', 'Share', 'Trend', `At most ${bound} around`].map(words);
  return [titles, ...cells].map((line) => line.filter((_, i) => shown[i]));
}

function isExpected({ expected }: VersionView): boolean {
  return expected !== null;
}

function expectationOf({ expected, errorDays }: VersionView, locale: string): string {
  if (expected === null) return '';
  return `${formatDay(Date.parse(expected), locale, 'UTC')} ± ${errorDays} ${plural('day', errorDays)}`;
}

/** A share as a gate on it writes it: 98%, 1.96%. */
function formatShare(share: number | null, locale: string, digits = 2): string {
  if (share === null) return '–';
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share);
}

/** How the table is to be read. */
function explainVersions(rows: readonly VersionView[], more: number): Sentence {
  const parts = ['A user is lost if all of their events are of lower versions; the share is of all users.'];
  if (rows.some(isExpected))
    parts.push('The date is an estimate: a straight line through the trend, with its error at 95%.');
  if (more > 0) parts.push(`${more} more ${plural('version', more)} not shown.`);
  return words(parts.join(' '));
}
