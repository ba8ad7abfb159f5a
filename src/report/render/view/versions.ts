import type { ReportedInsight, VersionRow, Versions } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import { sparkline } from '../format/chart.ts';
import { formatMonth } from '../format/dates.ts';
import { formatVerdictValue } from '../format/verdicts.ts';
import { countUnknown } from './rows.ts';
import { phrasesOf } from './sentences/phrases.ts';
import { chart, say, type Sentence, strong, value, words } from './sentences/sentence.ts';
import type { VersionFamilyView, VersionsView } from './analysis-types.ts';

const MOST_ROWS = 12;
/** Someone may keep 99.995%. */
const BOUND_DIGITS = 3;

/** What requiring a version would lose, as templates see it; null if that is not known. */
export function buildVersionsView(
  { versions, interval, fewerThan = 0 }: ReportedInsight,
  locale: string,
): VersionsView | null {
  if (versions === undefined) return null;
  // A single version leaves nothing to decide.
  const families = versions.families.filter(({ rows }, i) => i === 0 || rows.length > 1);
  const [first] = families;
  const minimum = first && requiredOf(first);
  const kept = minimum?.share == null ? null : 1 - minimum.share;
  return {
    minimum: minimum === undefined ? null : { version: minimum.version, kept },
    families: families.map((family) =>
      buildFamilyView(family, versions, { isComplete: interval.complete, fewerThan, locale }),
    ),
  };
}

type Family = Versions['families'][number];

/** How versions are written. */
interface Written {
  readonly isComplete: boolean;
  readonly fewerThan: number;
  readonly locale: string;
}

/** The highest version of a family that keeps the share of users; undefined if none does. */
function requiredOf({ rows, minimum }: Family): VersionRow | undefined {
  return rows.find(({ version }) => version === minimum);
}

function buildFamilyView(
  family: Family,
  versions: Versions,
  { isComplete, fewerThan, locale }: Written,
): VersionFamilyView {
  const { rows, more } = family;
  const distance = ({ share }: VersionRow): number => Math.abs((share ?? Infinity) - 1 + versions.keep);
  const unknown = countUnknown(rows.map(({ history }) => history));
  const nearest = new Set(rows.toSorted((one, other) => distance(one) - distance(other)).slice(0, MOST_ROWS));
  const shown = rows
    .filter((row) => nearest.has(row))
    .map((row) => ({ ...row, history: row.history.slice(unknown) }));
  const required = requiredOf(family);
  const place = shown.findIndex(({ version }) => version === family.minimum);
  return {
    conclusion:
      family.isUnknown === true
        ? say`Which version is the highest that keeps ${formatBound(versions.keep, locale)} of users is not known: the names of those above are too long to be asked for.`
        : concludeVersions(required, versions, fewerThan, locale),
    lines: tableOf(shown, required, { keep: versions.keep, isComplete, fewerThan, locale }),
    required: place === -1 ? null : place + 1,
    explanation: explainVersions(shown, more + rows.length - shown.length),
  };
}

/** Which version can be required. */
function concludeVersions(
  minimum: VersionRow | undefined,
  { keep, users }: Versions,
  fewerThan: number,
  locale: string,
): Sentence {
  const kept = formatBound(keep, locale);
  if (minimum === undefined) return say`No version here keeps ${kept} of users.`;
  const { number } = phrasesOf(locale, null);
  const share = minimum.share === null ? null : say` (${formatShare(minimum.share, keep, locale)})`;
  const loss = say`${lostOf(minimum, fewerThan, locale)} of ${number(users)}${share}`;
  const version = strong(value(minimum.version));
  return say`${version} is the highest version that keeps ${kept} of users: requiring it loses ${loss}.`;
}

/** The users that a version loses: `81`, `< 10`. */
function lostOf({ lost, hidden = [] }: VersionRow, fewerThan: number, locale: string): Sentence {
  const { number } = phrasesOf(locale, null);
  return hidden.includes('lost') ? say`< ${number(fewerThan)}` : number(lost);
}

/** The table of versions, its headings first. */
function tableOf(
  rows: readonly VersionRow[],
  required: VersionRow | undefined,
  { keep, isComplete, fewerThan, locale }: Written & { readonly keep: number },
): VersionFamilyView['lines'] {
  const trendOf = ({ history, share }: VersionRow): string =>
    sparkline(isComplete ? [...history, share] : history);
  const shown = [true, true, true, rows.some((row) => trendOf(row) !== ''), rows.some(isExpected)];
  const cells = rows.map((row) => [
    row.version === required?.version ? strong(value(row.version)) : value(row.version),
    lostOf(row, fewerThan, locale),
    formatShare(row.share, keep, locale),
    chart(trendOf(row)),
    words(row.expected === null ? '' : formatMonth(Date.parse(row.expected.at), locale)),
  ]);
  const around = say`At most ${formatBound(1 - keep, locale)} around`;
  const titles = [...['Require', 'Users lost', 'Share', 'Trend'].map(words), around];
  return [titles, ...cells].map((line) => line.filter((_, i) => shown[i]));
}

function isExpected({ expected }: VersionRow): boolean {
  return expected !== null;
}

/** The share that a version loses, as a gate on it writes it: 1.96%, 2.003%. */
function formatShare(share: number | null, keep: number, locale: string): Sentence {
  const limit = Number((1 - keep).toFixed(12));
  return words(share === null ? '–' : formatVerdictValue(share, limit, 'percent', locale));
}

function formatBound(share: number, locale: string): Sentence {
  const options = { style: 'percent', maximumFractionDigits: BOUND_DIGITS } as const;
  return words(new Intl.NumberFormat(locale, options).format(share));
}

/** How the table is to be read. */
function explainVersions(rows: readonly VersionRow[], more: number): Sentence {
  const parts = ['A user is lost if all of their events are of lower versions; the share is of all users.'];
  if (rows.some(isExpected)) parts.push('The month is an estimate from the trend.');
  if (more > 0) parts.push(`${more} more ${plural('version', more)} not shown.`);
  return words(parts.join(' '));
}
