import { plural } from '../../text/plural.ts';
import { makeControlsVisible } from '../../text/visible.ts';
import { sparkline } from '../format/chart.ts';
import { display } from '../format/display.ts';
import { formatChange, formatDifference, numberFormat } from '../format/numbers.ts';
import { formatValue, withUnit } from '../format/values.ts';
import type { InsightView } from '../view/insight-types.ts';

/**
 * The summary beside an insight's title: the same facts as in the Markdown report's first line, as plain
 * text.
 */
export function headlineOf(insight: InsightView, locale: string): string {
  const { number } = numberFormat(locale);
  const write = (value: number | string | null): string =>
    makeControlsVisible(formatValue(value, insight.format, locale));
  const { highest, lowest, movers, trend, trendText } = insight;
  if (insight.rowCount === 0)
    return `No ${insight.unit === 'users' ? 'users' : insight.counted} in this period.`;
  const parts = insight.leadsWithAverage ? [] : totalParts(insight, locale);
  if (insight.average !== null) parts.push(`average ${write(insight.average)}`);
  if (insight.leadsWithAverage) parts.push(...differentUsers(insight, locale));
  if (highest) parts.push(`highest ${display(highest.label)} (${write(highest.value)})`);
  if (lowest) parts.push(`lowest ${display(lowest.label)} (${write(lowest.value)})`);
  if (movers.up)
    parts.push(
      `up most ${display(movers.up.label)} ${formatDifference(movers.up.difference, write)}${mostly(movers.upMostly)}`,
    );
  if (movers.down)
    parts.push(
      `down most ${display(movers.down.label)} ${formatDifference(movers.down.difference, write)}${mostly(movers.downMostly)}`,
    );
  if (movers.added) parts.push(`new ${display(movers.added.label)}`);
  if (movers.lost) parts.push(`gone ${display(movers.lost.label)}`);
  parts.push(
    ...(insight.finding === '' ? [] : [insight.finding.replace(/\.$/, '')]),
    ...findings(insight, locale),
  );
  if (trend.length > 1) parts.push(`${trendText} ${sparkline(trend)}${marksText(insight)}`.trim());
  if (insight.totalTrend.length > 1 && insight.kind !== 'ranking')
    parts.push(`${insight.totalTrendText} ${sparkline(insight.totalTrend)}`);
  if (trend.length <= 1 && !insight.series && parts.length < 2)
    parts.push(`${number(insight.rowCount)} ${insight.rowWord}`);
  return parts.join(' · ');
}

/** The total, and how it has changed; a funnel's findings say that better. */
function totalParts(insight: InsightView, locale: string): string[] {
  const { funnel, total, change, previousTotal } = insight;
  if (funnel) return [];
  return [
    ...(total === null ? [] : [amountText(insight, locale)]),
    ...(change === null ? [] : [formatChange(change, locale) + inBrackets(insight.changeNote)]),
    ...(previousTotal === 0 && (total ?? 0) > 0 ? ['none before'] : []),
  ];
}

/** The average's change, and how many users there are in the whole period, which is another number. */
function differentUsers(
  { averageChange, averageChangeNote, total, format }: InsightView,
  locale: string,
): string[] {
  const users = `different ${plural('user', total ?? 0)} in the period`;
  return [
    ...(averageChange === null ? [] : [formatChange(averageChange, locale) + inBrackets(averageChangeNote)]),
    ...(total === null ? [] : [`${makeControlsVisible(formatValue(total, format, locale))} ${users}`]),
  ];
}

function amountText({ total, unit, format }: InsightView, locale: string): string {
  const written = makeControlsVisible(formatValue(total, format, locale));
  return format === null ? withUnit(written, total, unit, null) : written;
}

/** The results of a funnel, a retention or an experiment. */
function findings({ funnel, returns, experiments }: InsightView, locale: string): string[] {
  const { number, percent } = numberFormat(locale);
  const came = returns.map(
    ({ after, rate }, index) => `${percent(rate)} ${index === 0 ? 'came back ' : ''}${after}`,
  );
  const through = funnel ? [`${percent(funnel.rate)} came through to ${display(funnel.last.label)}`] : [];
  const verdicts = experiments.map(({ group, better, worse, overlap, pValue, significant }) => {
    const about = group === null ? '' : `${display(group)}: `;
    const rates = `${display(better.name)} ${percent(better.rate)} against ${display(worse.name)} ${percent(worse.rate)}`;
    if (overlap > 0)
      return `${about}${rates}, no verdict: ${number(overlap)} ${plural('user', overlap)} in both`;
    return `${about}${rates}, ${pValue === null ? 'no p-value' : `p = ${number(pValue)}, ${significant ? '' : 'not '}significant at 5%`}`;
  });
  return [...through, ...came, ...verdicts];
}

function marksText({ marks }: InsightView): string {
  return marks.length === 0
    ? ''
    : ` (${marks.map(({ text, day }) => `${display(text)} on ${day}`).join(', ')})`;
}

function mostly(values: readonly string[]): string {
  return values.length === 0 ? '' : `, mostly ${values.map((value) => display(value)).join(', ')}`;
}

function inBrackets(note: string): string {
  return note === '' ? '' : ` (${note})`;
}
