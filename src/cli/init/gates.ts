import type { ReportedInsight, Results } from '../../results.ts';

/** A gate that the data suggest. */
export interface SuggestedGate {
  /** As `thresholds` takes it. */
  readonly threshold: string;
  /** The value that it reads, as it is now. */
  readonly today: string;
}

/** Gates that hold today, with room for what is usual. The best one is the first; none without numbers. */
export function suggestGates({ insights, locale }: Results): readonly SuggestedGate[] {
  const reported = insights.filter((insight) => insight.status === 'ok');
  const suggest = [oldVersionGate, changeGate, totalGate];
  return suggest.flatMap((make) => reported.flatMap((insight) => make(insight, locale) ?? []));
}

/** Also without what YAML would read. */
const VERSION = /^(?:[^:#]*[^:#\d])?\d+(?:\.\d+)*$/;
/** A share that is more than this is not of an old version. */
const LARGEST_OLD_SHARE = 0.25;

/** The lowest version becomes no more frequent. */
function oldVersionGate({ name, rows, unit }: ReportedInsight, locale: string): SuggestedGate | null {
  if (unit === 'other' || rows.length < 2 || !rows.every(({ key }) => VERSION.test(key))) return null;
  const collator = new Intl.Collator('en', { numeric: true });
  const [lowest] = [...rows].sort((a, b) => collator.compare(a.key, b.key));
  if (lowest?.share == null || lowest.share > LARGEST_OLD_SHARE) return null;
  const limit = Math.max(1, Math.ceil(lowest.share * 100 * 1.2));
  return gate(name, `share(${JSON.stringify(lowest.key)}) < ${limit}%`, percent(lowest.share, locale));
}

/** The total does not fall by a fifth. */
function changeGate({ name, total, previousTotal, unit }: ReportedInsight, locale: string): SuggestedGate | null {
  if (unit === 'other' || total === null || previousTotal === null || previousTotal <= 0) return null;
  if (total <= previousTotal * 0.8) return null;
  return gate(name, 'totalChange() > -20%', percent(total / previousTotal - 1, locale, 'exceptZero'));
}

/** The total stays above four fifths of today's. */
function totalGate({ name, total, unit }: ReportedInsight, locale: string): SuggestedGate | null {
  if (unit === 'other' || total === null || total < 10) return null;
  const today = `${new Intl.NumberFormat(locale).format(total)} ${unit}`;
  return gate(name, `total() >= ${roundDown(total * 0.8)}`, today);
}

function gate(insight: string, assertion: string, today: string): SuggestedGate {
  return { threshold: `- ${insight}: ${assertion}`, today };
}

function percent(value: number, locale: string, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay }).format(value);
}

/** Rounds down to two digits that count. */
function roundDown(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.floor(value / unit) * unit;
}
