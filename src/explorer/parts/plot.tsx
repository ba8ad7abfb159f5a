import { useEffect, useRef } from 'preact/hooks';
import uPlot, { type AlignedData, type Options } from 'uplot';

/** What is drawn: made again when what it is `about` changes. */
interface PlotProps {
  readonly label: string;
  readonly about: readonly unknown[];
  readonly draw: (parent: HTMLElement) => { readonly options: Options; readonly data: AlignedData };
}

/** A drawing as wide as its place. */
export function Plot({ label, about, draw }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = place.current;
    if (parent === null) return undefined;
    const { options, data } = draw(parent);
    const plot = new uPlot(options, data, parent);
    const watching = new ResizeObserver(() => {
      plot.setSize({ width: parent.clientWidth, height: options.height });
    });
    watching.observe(parent);
    return () => {
      watching.disconnect();
      plot.destroy();
    };
  }, about);
  return <div ref={place} class="chart" role="img" aria-label={label} />;
}

const HEIGHT = 280;

/** What all drawings share, in the page's colours, as canvases need them. */
export function commonOptions(parent: HTMLElement, write = compact) {
  const style = getComputedStyle(parent);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  const line = { stroke: read('--line'), width: 1 };
  const axis = { stroke: read('--muted'), grid: line, ticks: line };
  const numbers = { ...axis, size: 56, values: (_: uPlot, ticks: number[]) => ticks.map(write) };
  const range = (_: uPlot, low: number, high: number): [number, number] => [
    Math.min(0, low),
    high === 0 ? 1 : high * 1.05,
  ];
  const size = { width: parent.clientWidth, height: HEIGHT };
  return { axis, numbers, y: { range }, size, accent: read('--accent'), muted: read('--muted') };
}

function compact(tick: number): string {
  return new Intl.NumberFormat('en-US', { notation: 'compact' }).format(tick);
}

interface LinesProps {
  readonly label: string;
  /** Epoch milliseconds. */
  readonly times: readonly number[];
  /** The first line is what the drawing is of; the others are thin. */
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** Moments that are marked by a vertical line with a word. */
  readonly marks?: readonly { readonly ms: number; readonly word: string }[];
  readonly write?: (value: number) => string;
  /** The zone in which its days begin; UTC by default. */
  readonly timezone?: string;
}

/** Lines over time. Two are a line and what it is compared with; of more, each has a colour. */
export function Lines({ label, times, lines, marks = [], write = compact, timezone = 'UTC' }: LinesProps) {
  const data: AlignedData = [times.map((ms) => ms / 1000), ...lines.map(({ values }) => [...values])];
  return (
    <Plot
      label={label}
      about={[JSON.stringify([data, marks])]}
      draw={(parent) => {
        const { axis, numbers, y, size, accent, muted } = commonOptions(parent, write);
        const options: Options = {
          ...size,
          tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timezone),
          scales: { y },
          axes: [axis, numbers],
          series: [
            {
              value: (_, seconds: number | null) =>
                seconds === null ? '–' : localTime(seconds, times, timezone),
            },
            ...lines.map(({ name }, index) => ({
              label: name,
              stroke:
                index === 0 ? accent : lines.length > 2 ? (COLOURS[index % COLOURS.length] ?? muted) : muted,
              width: index === 0 || lines.length > 2 ? 2 : 1,
              points: { show: times.length === 1 },
              value: (_: uPlot, value: number | null) => (value === null ? '–' : write(value)),
            })),
          ],
          hooks: {
            draw: [
              (plot) => {
                drawMarks(plot, marks, muted);
              },
            ],
          },
        };
        return { options, data };
      }}
    />
  );
}

/** Of the lines after the first. They differ in both themes and for most colour-blind people. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9'] as const;

/** A day, such as 2026-11-28, with the hour if the steps are shorter than a day. */
function localTime(
  seconds: number,
  [first = 0, second = Infinity]: readonly number[],
  timeZone: string,
): string {
  const isByDay = second - first >= SHORTEST_DAY_MS;
  // Swedish writes dates and times as ISO 8601 does.
  const style = isByDay
    ? { dateStyle: 'short' as const }
    : { dateStyle: 'short' as const, timeStyle: 'short' as const };
  return new Intl.DateTimeFormat('sv-SE', { timeZone, ...style }).format(seconds * 1000);
}

/** The day on which clocks go forward. */
const SHORTEST_DAY_MS = 23 * 3_600_000;

function drawMarks(plot: uPlot, marks: NonNullable<LinesProps['marks']>, colour: string) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.setLineDash([4, 4]);
  for (const { ms, word } of marks) {
    const x = Math.round(plot.valToPos(ms / 1000, 'x', true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.textAlign = x > bbox.left + bbox.width * 0.85 ? 'right' : 'left';
    ctx.fillText(` ${word} `, x, bbox.top + bbox.height - 6);
  }
  ctx.restore();
}
