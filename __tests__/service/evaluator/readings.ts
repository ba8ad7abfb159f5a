import { type QuantilesReading } from '../../../src/tql/post-aggregation.ts';

/** What is read off the sorted values behind a quantiles sketch. */
export function reading(post: QuantilesReading, sorted: readonly number[]): number | readonly number[] {
  const n = sorted.length;
  const quantile = (fraction: number): number => sorted[Math.max(Math.ceil(fraction * n), 1) - 1] ?? NaN;
  const below = (limit: number): number => sorted.filter((sample) => sample < limit).length;
  switch (post.type) {
    case 'quantilesDoublesSketchToQuantile':
      return quantile(post.fraction);
    case 'quantilesDoublesSketchToQuantiles':
      return post.fractions.map(quantile);
    case 'quantilesDoublesSketchToRank':
      return below(post.value) / n;
    case 'quantilesDoublesSketchToCDF':
      return [...post.splitPoints.map((point) => below(point) / n), n / n];
    case 'quantilesDoublesSketchToHistogram': {
      const bins = post.numBins ?? 10;
      const [min, max] = [sorted[0] ?? NaN, sorted.at(-1) ?? NaN];
      const points =
        post.splitPoints ?? Array.from({ length: bins - 1 }, (_, i) => min + ((max - min) / bins) * (i + 1));
      const isBinned = n > 0 && (post.splitPoints !== undefined || Number.isFinite(max - min));
      const binOf = (x: number): number => points.filter((point) => point <= x).length;
      return [...points, NaN].map((_end, i) => (isBinned ? sorted.filter((x) => binOf(x) === i).length : NaN));
    }
  }
}
