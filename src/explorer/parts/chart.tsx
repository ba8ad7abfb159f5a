import uPlot, { type Options } from 'uplot';
import { display } from '../../report/render/format/display.ts';
import { phrasesOf } from '../../report/render/view/sentences/phrases.ts';
import type { InsightView } from '../../report/render/view/insight-types.ts';
import type { ReportedInsight, Results } from '../../report/results/results.ts';
import { sentenceAsText } from '../../report/render/view/sentences/sentence.ts';
import { cellOf, headingOf } from '../../report/render/view/columns.ts';
import { commonOptions, Lines, Plot } from './plot.tsx';
import { type Cell, Table } from './table.tsx';

interface ChartProps {
  readonly insight: InsightView;
  readonly results: Results;
}

/** A series as a line over time, a retention as a triangle of shades, any other table as bars. */
export function Chart({ insight, results }: ChartProps) {
  if (insight.rowCount === 0) return <p class="muted">There is nothing to draw.</p>;
  const Drawn = insight.kind === 'retention' ? HeatMap : Drawing;
  return <Drawn insight={insight} results={results} />;
}

/** How many shades there are, without the empty one. */
const SHADES = 8;

/** A cohort in each row: the more of it came back, the darker the cell. */
function HeatMap({ insight, results: { locale } }: ChartProps) {
  const { columns, rows } = insight;
  const phrases = phrasesOf(locale, insight.format);
  const shadeOf = (rate: number | null): string =>
    rate === null ? '' : `shade-${Math.min(SHADES, Math.ceil(rate * SHADES))}`;
  const cells = rows.map((row) =>
    columns.map((column): Cell => {
      const look = column.kind === 'rate' ? shadeOf(row.cells[column.index] ?? null) : column.kind;
      return [sentenceAsText(cellOf(row, column, insight, phrases)), look];
    }),
  );
  const head = columns.map((column): Cell => [sentenceAsText(headingOf(column)), '']);
  return <Table label="Retention by cohort" look="heat" head={head} rows={cells} />;
}

function Drawing({ insight, results }: ChartProps) {
  const [reported] = results.insights;
  if (reported?.status !== 'ok') return null;
  const series = seriesOf(reported, insight);
  return series === null ? (
    <Bars insight={insight} rows={reported.rows.slice(0, MOST_BARS)} />
  ) : (
    <Lines label={`Chart of ${insight.metric ?? 'the answer'}`} {...series} timezone={reported.timezone} />
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
    const before = { name: 'Period before', values: rows.map(({ previous }) => previous) };
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

function Bars({ insight, rows }: { readonly insight: InsightView; readonly rows: ReportedInsight['rows'] }) {
  const name = insight.metric ?? 'value';
  return (
    <Plot
      label={`Chart of ${insight.metric ?? 'the answer'}`}
      about={[insight, rows]}
      draw={(parent) => ({
        options: barOptions(parent, name, rows.map(labelOf)),
        data: [rows.map((_, index) => index), rows.map(({ value }) => value)],
      })}
    />
  );
}

function barOptions(parent: HTMLElement, name: string, labels: readonly string[]): Options {
  const { axis, numbers, y, size, accent } = commonOptions(parent);
  const shorten = (text: string): string => (text.length > 14 ? `${text.slice(0, 13)}…` : text);
  const label = (value: number): string => (Number.isInteger(value) ? (labels[value] ?? '') : '');
  const paths = uPlot.paths.bars?.({ size: [0.7, 60] });
  return {
    ...size,
    scales: { x: { time: false, range: () => [-0.6, labels.length - 0.4] }, y },
    axes: [
      {
        ...axis,
        size: 90,
        rotate: -50,
        grid: { show: false },
        splits: () => labels.map((_, index) => index),
        values: (_, ticks) => ticks.map((tick) => shorten(label(tick))),
      },
      numbers,
    ],
    series: [
      { label: 'Row', value: (_, value: number | null) => (value === null ? '–' : label(value)) },
      { label: name, fill: accent, points: { show: false }, ...(paths === undefined ? {} : { paths }) },
    ],
  };
}
