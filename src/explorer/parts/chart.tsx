import uPlot, { type Options } from 'uplot';
import { display } from '../../report/render/format/display.ts';
import { phrasesOf } from '../../report/render/view/sentences/phrases.ts';
import type { InsightView } from '../../report/render/view/insight-types.ts';
import type { Results } from '../../report/results/results.ts';
import { sentenceAsText } from '../../report/render/view/sentences/sentence.ts';
import { cellOf, headingOf } from '../../report/render/view/columns.ts';
import { commonOptions, Plot } from './plot.tsx';
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

/** How many shades there are beside none. */
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
  const name = insight.metric ?? 'value';
  return (
    <Plot
      label={`Chart of ${insight.metric ?? 'the answer'}`}
      about={[insight, results]}
      draw={(parent) => {
        const [found] = results.insights;
        const isSeries = insight.series !== null;
        const all = found?.status === 'ok' ? found.rows : [];
        const rows = isSeries ? all : all.slice(0, MOST_BARS);
        const labels = rows.map(({ key, parts }) =>
          parts.length > 0 ? parts.map((part) => display(part)).join(' / ') : key,
        );
        const options = isSeries ? lineOptions(parent, name, insight) : barOptions(parent, name, labels);
        const xs = rows.map(({ key }, index) => (isSeries ? Date.parse(key) / 1000 : index));
        return { options, data: [xs, rows.map(({ value }) => value)] };
      }}
    />
  );
}

const MOST_BARS = 30;

function lineOptions(parent: HTMLElement, name: string, { period }: InsightView): Options {
  const { axis, numbers, y, size, accent } = commonOptions(parent);
  return {
    ...size,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), period?.timezone ?? 'UTC'),
    scales: { y },
    axes: [axis, numbers],
    series: [{}, { label: name, stroke: accent, width: 2, points: { show: false } }],
  };
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
