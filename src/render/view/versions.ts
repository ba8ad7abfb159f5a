import type { ReportedInsight, VersionRow, Versions } from '../../results.ts';
import { plural } from '../../text/plural.ts';
import { sparkline } from '../format/chart.ts';
import { formatDay } from '../format/dates.ts';
import { numberFormat } from '../format/numbers.ts';
import { countUnknown } from './rows.ts';
import type { VersionFamilyView, VersionsView, VersionView } from './analysis-types.ts';

const MOST_ROWS = 12;
/** Someone may keep 99.995%. */
const BOUND_DIGITS = 3;

/** What requiring a version would lose, as templates see it; null if that is not known. */
export function buildVersionsView({ versions, interval }: ReportedInsight): VersionsView | null {
  if (versions === undefined) return null;
  const { keep, users } = versions;
  // A single version leaves nothing to decide.
  const families = versions.families.filter(({ rows }, i) => i === 0 || rows.length > 1);
  const views = families.map((family) => buildFamilyView(family, 1 - keep, interval.complete));
  return { keep, limit: 1 - keep, users, minimum: views[0]?.minimum ?? null, families: views };
}

function buildFamilyView(
  { rows, minimum, more }: Versions['families'][number],
  limit: number,
  isComplete: boolean,
): VersionFamilyView {
  const distance = ({ share }: VersionRow): number => Math.abs((share ?? Infinity) - limit);
  const unknown = countUnknown(rows.map(({ history }) => history));
  const nearest = new Set(rows.toSorted((one, other) => distance(one) - distance(other)).slice(0, MOST_ROWS));
  const views = rows
    .filter((row) => nearest.has(row))
    .map((row) => ({ ...row, history: row.history.slice(unknown) }))
    .map((row) => buildVersionView(row, row.version === minimum, isComplete));
  return {
    minimum: views.find(({ isMinimum }) => isMinimum) ?? null,
    rows: views,
    more: more + rows.length - views.length,
    hasTrend: views.some(({ trend }) => trend.length > 1),
    hasExpected: views.some(({ expected }) => expected !== null),
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

/** Which version can be required, in a sentence; `write` writes the version. */
export function concludeVersions(
  { minimum }: VersionFamilyView,
  { keep, users }: VersionsView,
  locale: string,
  write: (version: string) => string,
): string {
  const { number } = numberFormat(locale);
  if (minimum === null) return `No version here keeps ${formatShare(keep, locale, BOUND_DIGITS)} of users.`;
  const loss = `${number(minimum.lost)} of ${number(users)} (${formatShare(minimum.share, locale)})`;
  return `${write(minimum.version)} is the highest version that keeps ${formatShare(keep, locale, BOUND_DIGITS)} of users: requiring it loses ${loss}.`;
}

/** The table of versions, its headings first; `draw` writes a version or a trend. */
export function versionCells(
  { rows, hasTrend, hasExpected }: VersionFamilyView,
  { limit }: VersionsView,
  locale: string,
  draw: { readonly version: (row: VersionView) => string; readonly trend: (characters: string) => string },
): readonly (readonly string[])[] {
  const { number } = numberFormat(locale);
  const shown = [true, true, true, hasTrend, hasExpected];
  const cells = rows.map((row) => [
    draw.version(row),
    number(row.lost),
    formatShare(row.share, locale),
    draw.trend(sparkline(row.trend)),
    row.expected === null
      ? ''
      : `${formatDay(Date.parse(row.expected), locale, 'UTC')} ± ${row.errorDays} ${plural('day', row.errorDays)}`,
  ]);
  const titles = [
    'Require',
    'Users lost',
    'Share',
    'Trend',
    `At most ${formatShare(limit, locale, BOUND_DIGITS)} around`,
  ];
  return [titles, ...cells].map((line) => line.filter((_, i) => shown[i]));
}

/** A share as a gate on it writes it: 98%, 1.96%. */
function formatShare(share: number | null, locale: string, digits = 2): string {
  if (share === null) return '–';
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share);
}

/** How the table is to be read. */
export function explainVersions({ hasExpected, more }: VersionFamilyView): string {
  const parts = ['A user is lost if all of their events are of lower versions; the share is of all users.'];
  if (hasExpected)
    parts.push('The date is an estimate: a straight line through the trend, with its error at 95%.');
  if (more > 0) parts.push(`${more} more ${plural('version', more)} not shown.`);
  return parts.join(' ');
}
