// Draws lines over time on a canvas, by uPlot: for the home, the chart, the gate and the page of versions.
import { useEffect, useRef } from 'preact/hooks';
import uPlot, { type AlignedData, type Options } from 'uplot';
import { compact } from '../query/text.ts';

interface LinesProps {
  readonly label: string;
  /** Epoch milliseconds. */
  readonly times: readonly number[];
  readonly lines: readonly {
    readonly name: string;
    readonly values: readonly (number | null)[];
    /** Whether it is what the others are compared with: a thin line. */
    readonly isThin?: boolean;
  }[];
  /** Moments that are marked by a vertical line with a word. */
  readonly marks?: readonly { readonly ms: number; readonly word: string }[];
  readonly write?: (value: number) => string;
  /** The zone in which its days begin. */
  readonly timezone?: string;
}

/** A drawing of lines over time, each of its own colour, as wide as its place. */
export function Lines({ write = compact, timezone = 'UTC', ...props }: LinesProps) {
  const { label, times, lines, marks = [] } = props;
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = container.current;
    if (parent === null) return undefined;
    const options = optionsOf({ ...props, marks, write, timezone }, parent);
    const data: AlignedData = [times.map((ms) => ms / 1000), ...lines.map(({ values }) => [...values])];
    const plot = new uPlot(options, data, parent);
    const watching = new ResizeObserver(() => {
      plot.setSize({ width: parent.clientWidth, height: HEIGHT });
    });
    watching.observe(parent);
    return () => {
      watching.disconnect();
      plot.destroy();
    };
  }, [JSON.stringify([times, lines, marks, timezone])]);
  return <div ref={container} class="chart" role="img" aria-label={label} />;
}

const HEIGHT = 280;

function optionsOf(
  { times, lines, marks, write, timezone }: Required<LinesProps>,
  parent: HTMLElement,
): Options {
  // A canvas does not know the page's colours by name.
  const style = getComputedStyle(parent);
  const [line = '', muted = '', accent = ''] = ['--line', '--muted', '--accent'].map((name) =>
    style.getPropertyValue(name).trim(),
  );
  const [first = 0, second = Infinity] = times;
  const grid = { stroke: line, width: 1 };
  const axis = { stroke: muted, grid, ticks: grid };
  const colours = [accent, ...COLOURS];
  return {
    width: parent.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timezone),
    scales: { y: { range: (_, low, high) => [Math.min(0, low), high === 0 ? 1 : high * 1.05] } },
    axes: [axis, { ...axis, size: 56, values: (_, ticks) => ticks.map(write) }],
    series: [
      { value: second - first < SHORTEST_DAY_MS ? '{YYYY}-{MM}-{DD} {HH}:{mm}' : '{YYYY}-{MM}-{DD}' },
      ...lines.map(({ name, isThin }, index) => ({
        label: name,
        stroke: isThin ? muted : (colours[index] ?? accent),
        width: isThin ? 1 : 2,
        points: { show: times.length === 1 },
        value: (_: uPlot, value: number | null) => (value === null ? '' : write(value)),
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
}

/** Of the lines after the first. They differ in both themes and for most colour-blind people. */
const COLOURS = ['#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9'] as const;

/** The day on which clocks go forward. */
const SHORTEST_DAY_MS = 23 * 3_600_000;

function drawMarks(plot: uPlot, marks: Required<LinesProps>['marks'], colour: string) {
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
