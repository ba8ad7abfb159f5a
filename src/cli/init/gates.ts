// The gates that `init` offers, made from today's numbers: `share(only(below("iOS 16"))) < 2%`, now 1.4%.
// Pure.
import { stringify } from 'yaml';
import { formatVerdictValue } from '../../report/render/format/verdicts.ts';
import type { ReportedInsight, Results } from '../../report/results/results.ts';

/** A gate that the data suggest. */
interface SuggestedGate {
  /** As `thresholds` takes it. */
  readonly threshold: string;
  /** The value that it reads, as it is now. */
  readonly today: string;
}

/** Gates that hold today, with room for what is usual. The best one is the first; none without numbers. */
export function suggestGates({ insights, locale }: Results): readonly SuggestedGate[] {
  const reported = insights.filter((insight) => insight.status === 'ok');
  const suggest = [versionGate, changeGate, totalGate];
  return suggest.flatMap((make) => reported.flatMap((insight) => make(insight, locale) ?? []));
}

/** Characters that a quoted text in an assertion cannot hold as they are. */
const AWKWARD = /["\\\p{C}]/u;
/** A version that more users have than this is not an old one. */
const LARGEST_OLD_SHARE = 0.25;
/** A number that moves by less than a fifth from period to period moves as usual. */
const USUAL_CHANGE = 0.2;
/** Fewer users or events than this are too few for a limit on the total. */
const FEWEST = 10;

/**
 * If a version can be required (few enough users are below it), the highest one stays so. If none can, the
 * share below the lowest does not grow by more than a fifth, rounded up to whole percents: 2% may reach 3%.
 */
function versionGate({ name, unit, versions }: ReportedInsight, locale: string): SuggestedGate | null {
  if (unit !== 'users' || versions === undefined) return null;
  // Ascending; `share` is the part of users below the version. That of the lowest may be 0.
  const ascending = (versions.families[0]?.rows ?? []).filter(({ version }) => !AWKWARD.test(version));
  const rows = ascending.flatMap(({ share, version }) => (share ? [{ share, version }] : []));
  // Rounded, because 1 - 0.98 is 0.020000000000000018.
  const largestLoss = Number((1 - versions.keep).toFixed(6));
  const highest = rows.findLast(({ share }) => share < largestLoss);
  const best = highest ?? rows[0];
  if (best === undefined || best.share > LARGEST_OLD_SHARE) return null;
  const limitPercent =
    highest === undefined
      ? Math.ceil(best.share * 100 * (1 + USUAL_CHANGE))
      : Number((largestLoss * 100).toFixed(4));
  const assertion = `share(only(below(${JSON.stringify(best.version)}))) < ${limitPercent}%`;
  return gate(name, assertion, formatVerdictValue(best.share, limitPercent / 100, 'percent', locale));
}

/** The total does not fall by a fifth. */
function changeGate(
  { name, total, previousTotal, unit }: ReportedInsight,
  locale: string,
): SuggestedGate | null {
  if (unit === 'other' || total === null || previousTotal === null || previousTotal <= 0) return null;
  if (total <= previousTotal * (1 - USUAL_CHANGE)) return null;
  const today = formatVerdictValue(total / previousTotal - 1, -USUAL_CHANGE, 'change', locale);
  return gate(name, `totalChange() > -${USUAL_CHANGE * 100}%`, today);
}

/** The total stays above four fifths of today's. */
function totalGate({ name, total, unit }: ReportedInsight, locale: string): SuggestedGate | null {
  if (unit === 'other' || total === null || total < FEWEST) return null;
  const today = `${new Intl.NumberFormat(locale).format(total)} ${unit}`;
  return gate(name, `total() >= ${roundDown(total * (1 - USUAL_CHANGE))}`, today);
}

function gate(insight: string, assertion: string, today: string): SuggestedGate {
  return { threshold: stringify([{ [insight]: assertion }], { lineWidth: 0 }).trimEnd(), today };
}

/** Rounds down to two significant digits: `3,333` → `3,300`. */
function roundDown(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.floor(value / unit) * unit;
}
