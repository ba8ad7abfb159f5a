// The gates that `init` offers, made from today's numbers: `share(only(below("iOS 16"))) < 2%`, now 1.4%.
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
 * The highest version that can be required stays so; if none can, the users of the lowest do not grow by
 * more than a fifth, rounded up to whole percents: a share of 2% may reach 3%.
 */
function versionGate({ name, unit, versions }: ReportedInsight, locale: string): SuggestedGate | null {
  if (unit !== 'users') return null;
  // The lowest version first; each with the share of users below it, whom requiring it would lose.
  const rows =
    versions?.families[0]?.rows.filter(({ share, version }) => share && !AWKWARD.test(version)) ?? [];
  // Rounded, because 1 - 0.98 is 0.020000000000000018. Users to keep are a part: 0.98.
  const acceptedLoss = Number((1 - (versions?.keep ?? 1)).toFixed(6));
  // The highest version that loses few enough.
  const best = rows.findLast(({ share }) => (share ?? 1) < acceptedLoss) ?? rows[0];
  if (best?.share == null || best.share > LARGEST_OLD_SHARE) return null;
  const canBeRequired = best.share < acceptedLoss;
  const limit = canBeRequired
    ? Number((acceptedLoss * 100).toFixed(4))
    : Math.ceil(best.share * 100 * (1 + USUAL_CHANGE));
  const assertion = `share(only(below(${JSON.stringify(best.version)}))) < ${limit}%`;
  return gate(name, assertion, formatVerdictValue(best.share, limit / 100, 'percent', locale));
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
