// Makes the tables of versions that an app could require, with the users that each would lose, from the
// counts in the results file. `insight.ts` calls it for insights with `kind: versions`. Pure.
import type { ReportedInsight, Results, VersionRow, Versions } from '../../../results/results.ts';
import { plural } from '../../../../text/plural.ts';
import { countUnknown } from '../trend.ts';
import { phrasesOf } from '../sentences/phrases.ts';
import { say, type Sentence, strong, value, words } from '../sentences/sentence.ts';
import type { VersionFamilyView, VersionsView } from '../analysis-types.ts';
import { formatBound, isExpected, lostOf, tableOf, writerOfShares } from './version-table.ts';

/** The rows of a table; of more versions, those near the limit are shown. */
const MOST_ROWS = 12;

/** What requiring a version would lose, as templates see it; null if that is not known. */
export function buildVersionsView(insight: ReportedInsight, results: Results): VersionsView | null {
  const { versions, rows } = insight;
  if (versions === undefined) return null;
  // A single version leaves nothing to decide.
  const families = versions.families
    .filter(({ rows }, i) => i === 0 || rows.length > 1)
    .map((family) => ({ ...family, nearest: nearestRows(family.rows, versions.keep) }));
  const [first] = families;
  const minimum = first && requiredOf(first);
  const kept = minimum?.share == null ? null : 1 - minimum.share;
  const shown = new Set(families.flatMap(({ nearest }) => nearest.map(({ version }) => version)));
  const hasMore = insight.cutOff || rows.some(({ key }) => !shown.has(key));
  return {
    minimum: minimum === undefined ? null : { version: minimum.version, kept },
    families: families.map((family) => buildFamilyView(family, versions, insight, hasMore, results)),
    hasMore,
  };
}

type Family = Versions['families'][number] & { readonly nearest: readonly VersionRow[] };

/** Of many versions, the twelve whose loss is nearest to what may be lost, which is 1 − `keep`. */
function nearestRows(rows: readonly VersionRow[], keep: number): readonly VersionRow[] {
  const distance = ({ share }: VersionRow) => Math.abs((share ?? Infinity) - 1 + keep);
  const nearest = new Set(rows.toSorted((one, other) => distance(one) - distance(other)).slice(0, MOST_ROWS));
  return rows.filter((row) => nearest.has(row));
}

/** The highest version of a family that keeps the share of users; undefined if none does. */
function requiredOf({ rows, minimum }: Family): VersionRow | undefined {
  return rows.find(({ version }) => version === minimum);
}

function buildFamilyView(
  family: Family,
  versions: Versions,
  insight: ReportedInsight,
  hasMore: boolean,
  results: Results,
): VersionFamilyView {
  const { locale } = results;
  const { rows, more, nearest } = family;
  const unknown = countUnknown(rows.map(({ history }) => history));
  const shown = nearest.map((row) => ({ ...row, history: row.history.slice(unknown) }));
  const place = shown.findIndex(({ version }) => version === family.minimum);
  return {
    conclusion:
      family.isUnknown === true
        ? say`Which version is the highest that keeps ${formatBound(versions.keep, locale)} of users is not known: not all versions and users could be counted.`
        : concludeVersions(requiredOf(family), versions, insight.fewerThan ?? 0, locale),
    ...tableOf(shown, requiredOf(family), versions.keep, hasMore ? [] : insight.rows, insight, results),
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
  const share =
    minimum.share === null ? null : say` (${writerOfShares([minimum], keep, locale)(minimum.share)})`;
  const loss = say`${lostOf(minimum, fewerThan, locale)} of ${number(users)}${share}`;
  const version = strong(value(minimum.version));
  return say`${version} is the highest version that keeps ${kept} of users: requiring it loses ${loss}.`;
}

/** How the table is to be read. */
function explainVersions(rows: readonly VersionRow[], more: number): Sentence {
  const parts = ['You lose a user if all of their events are on lower versions.'];
  if (rows.some(isExpected)) parts.push('The month is an estimate from the trend.');
  if (more > 0) parts.push(`${more} more ${plural('version', more)} not shown.`);
  return words(parts.join(' '));
}
