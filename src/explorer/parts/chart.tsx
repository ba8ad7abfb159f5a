// Draws an insight as a picture: lines, shades or bars. `answer-pane.tsx` shows it under "Chart".
import { display } from '../../report/render/format/display.ts';
import { phrasesOf } from '../../report/render/view/sentences/phrases.ts';
import type { InsightView } from '../../report/render/view/insight-types.ts';
import type { ReportedInsight, Results } from '../../report/results/results.ts';
import { sentenceAsText } from '../../report/render/view/sentences/sentence.ts';
import { Bar } from './bar.tsx';
import { Lines } from './lines.tsx';
import { RowsTable } from './report-section.tsx';

interface ChartProps {
  readonly insight: InsightView;
  readonly results: Results;
}

/** A series as a line over time, a retention as a triangle of shades, any other table as bars. */
export function Chart({ insight, results: { insights, locale } }: ChartProps) {
  const [reported] = insights;
  if (insight.rowCount === 0 || reported?.status !== 'ok')
    return <p class="muted">There is nothing to draw.</p>;
  if (insight.kind === 'retention')
    return <RowsTable label="Retention by cohort" insight={insight} locale={locale} />;
  const series = seriesOf(reported, insight);
  const label = `Chart of ${insight.metric ?? 'the answer'}`;
  if (series !== null) return <Lines label={label} {...series} timezone={reported.timezone} />;
  const { measured } = phrasesOf(locale, insight.format);
  const rows = reported.rows.slice(0, MOST_BARS);
  const largest = Math.max(...rows.map(({ value }) => value ?? 0));
  return (
    <ul aria-label={label}>
      {rows.map((row, index) => (
        <Bar
          key={index}
          share={largest > 0 ? Math.max(0, (row.value ?? 0) / largest) : null}
          numbers={[sentenceAsText(measured(row.value))]}
        >
          {labelOf(row)}
        </Bar>
      ))}
    </ul>
  );
}

const MOST_BARS = 30;
const MOST_LINES = 6;

/**
 * The lines of a series, with the period before; of a split, one for each of its largest rows; null for
 * others.
 */
function seriesOf(
  { rows, history, historyGranularity, compare }: ReportedInsight,
  { series, metric }: InsightView,
) {
  if (series !== null) {
    const lines = [{ name: metric ?? 'value', values: rows.map(({ value }) => value) }];
    const before = { name: 'Period before', values: rows.map(({ previous }) => previous), isThin: true };
    return {
      times: rows.map(({ key }) => Date.parse(key)),
      lines: compare === null ? lines : [...lines, before],
    };
  }
  if (history.length < 2 || historyGranularity !== undefined) return null;
  return {
    times: history.map(({ start }) => Date.parse(start)),
    lines: rows.slice(0, MOST_LINES).map((row) => ({ name: labelOf(row), values: row.history })),
  };
}

function labelOf({ key, parts }: ReportedInsight['rows'][number]): string {
  return parts.length > 0 ? parts.map((part) => display(part)).join(' / ') : key;
}
