import { useEffect, useRef } from 'preact/hooks';
import uPlot, { type AlignedData, type Options } from 'uplot';
import { display } from '../../render/format/display.ts';
import { phrasesOf } from '../../render/view/sentences/phrases.ts';
import type { InsightView } from '../../render/view/insight-types.ts';
import type { Results } from '../../results.ts';
import { sentenceAsText } from '../../render/view/sentences/sentence.ts';
import { cellOf, headingOf } from '../../render/view/columns.ts';

interface ChartProps {
  readonly insight: InsightView;
  readonly results: Results;
}

/** A series as a line over time, a retention as a triangle of shades, any other table as bars. */
export function Chart({ insight, results }: ChartProps) {
  if (insight.rowCount === 0) return <p class="muted">There is nothing to draw.</p>;
  return insight.kind === 'retention' ? (
    <HeatMap insight={insight} results={results} />
  ) : (
    <Plot insight={insight} results={results} />
  );
}

/** How many shades there are beside none. */
const SHADES = 8;

/** A cohort in each row: the more of it came back, the darker the cell. */
function HeatMap({ insight, results: { locale } }: ChartProps) {
  const { columns, rows } = insight;
  const phrases = phrasesOf(locale, insight.format);
  const shadeOf = (rate: number | null): string =>
    rate === null ? '' : `shade-${Math.min(SHADES, Math.ceil(rate * SHADES))}`;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Retention by cohort">
      <table class="heat">
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {sentenceAsText(headingOf(column))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {columns.map((column, index) => (
                <td
                  key={index}
                  class={column.kind === 'rate' ? shadeOf(row.cells[column.index] ?? null) : column.kind}
                >
                  {sentenceAsText(cellOf(row, column, insight, phrases))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Plot({ insight, results }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = place.current;
    if (parent === null) return undefined;
    const [found] = results.insights;
    const rows =
      found?.status === 'ok' ? (insight.series !== null ? found.rows : found.rows.slice(0, MOST_BARS)) : [];
    const labels = rows.map(({ key, parts }) =>
      parts.length > 0 ? parts.map((part) => display(part)).join(' / ') : key,
    );
    const values = rows.map(({ value }) => value);
    const name = insight.metric ?? 'value';
    const plot = new uPlot(
      insight.series !== null ? lineOptions(parent, name, insight) : barOptions(parent, name, labels),
      dataOf(
        insight.series !== null
          ? rows.map(({ key }) => Date.parse(key) / 1000)
          : rows.map((_, index) => index),
        values,
      ),
      parent,
    );
    const watching = new ResizeObserver(() => {
      plot.setSize({ width: parent.clientWidth, height: HEIGHT });
    });
    watching.observe(parent);
    return () => {
      watching.disconnect();
      plot.destroy();
    };
  }, [insight, results]);
  return (
    <div ref={place} class="chart" role="img" aria-label={`Chart of ${insight.metric ?? 'the answer'}`} />
  );
}

const HEIGHT = 280;
const MOST_BARS = 30;

function dataOf(xs: readonly number[], values: readonly (number | null)[]): AlignedData {
  return [[...xs], [...values]];
}

/** The page's colours, as canvases need them. */
function coloursOf(parent: Element) {
  const style = getComputedStyle(parent);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return { accent: read('--accent'), text: read('--muted'), line: read('--line') };
}

function commonOptions(parent: HTMLElement) {
  const { text, line } = coloursOf(parent);
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });
  const numbers = {
    ...axis,
    size: 56,
    values: (_: uPlot, ticks: number[]) => ticks.map((tick) => compact.format(tick)),
  };
  return { axis, numbers, size: { width: parent.clientWidth, height: HEIGHT } };
}

function lineOptions(parent: HTMLElement, name: string, { period }: InsightView): Options {
  const { axis, numbers, size } = commonOptions(parent);
  const { accent } = coloursOf(parent);
  return {
    ...size,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), period?.timezone ?? 'UTC'),
    scales: { y: { range: (_, low, high) => [Math.min(0, low), high === 0 ? 1 : high * 1.05] } },
    axes: [axis, numbers],
    series: [{}, { label: name, stroke: accent, width: 2, points: { show: false } }],
  };
}

function barOptions(parent: HTMLElement, name: string, labels: readonly string[]): Options {
  const { axis, numbers, size } = commonOptions(parent);
  const { accent } = coloursOf(parent);
  const shorten = (text: string): string => (text.length > 14 ? `${text.slice(0, 13)}…` : text);
  const label = (value: number): string => (Number.isInteger(value) ? (labels[value] ?? '') : '');
  const paths = uPlot.paths.bars?.({ size: [0.7, 60] });
  return {
    ...size,
    height: HEIGHT,
    scales: {
      x: { time: false, range: () => [-0.6, labels.length - 0.4] },
      y: { range: (_, low, high) => [Math.min(0, low), high === 0 ? 1 : high * 1.05] },
    },
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
