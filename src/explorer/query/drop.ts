// What the page "Can we drop it?" computes of an insight of the kind `versions`.
import { type Forecast, forecastCrossing } from '../../report/gate/verdict/forecast.ts';
import type { InsightResult } from '../../report/results/results.ts';

/** A version that could be required, and what that would lose over time. */
export interface Requirement {
  readonly version: string;
  /** Null if it is not known. */
  readonly lost: number | null;
  readonly share: number | null;
  /** The share in each period, oldest first; the last one is that of the page. */
  readonly trend: readonly { readonly endMs: number; readonly share: number | null }[];
}

/** Each version that could be required, of all families, in their order. */
export function requirementsOf(insight: InsightResult | undefined): readonly Requirement[] {
  if (insight?.status !== 'ok') return [];
  const ends = [...insight.history, insight.interval].map(({ end }) => Date.parse(end));
  const rows = insight.versions?.families.flatMap((family) => family.rows) ?? [];
  return rows.map(({ version, lost, share, history }) => {
    const shares = [...history, share];
    const points = ends.map((endMs, index) => ({ endMs, share: shares[index] ?? null }));
    const firstKnown = points.slice(0, -1).findIndex((point) => point.share !== null);
    return { version, lost, share, trend: points.slice(firstKnown) };
  });
}

/** The version that is chosen: else the first one that loses too many, which is the next to decide about. */
export function chosenOf(
  requirements: readonly Requirement[],
  version: string | null,
  limit: number,
): Requirement | undefined {
  return (
    requirements.find((each) => each.version === version) ??
    requirements.find(({ share }) => share !== null && share >= limit) ??
    requirements.at(-1)
  );
}

/** When the share is expected to be below the limit, by the line that gates use. */
export function forecastOf({ trend }: Requirement, limit: number, nowMs: number): Forecast {
  const points = trend.flatMap(({ endMs, share }) =>
    share === null || endMs > nowMs ? [] : [{ atMs: endMs, value: share }],
  );
  return forecastCrossing(points, limit, nowMs);
}

/** The gate that fails while requiring a version would lose too many users. */
export function dropGate(version: string, limit: number): string {
  return `share(only(below(${JSON.stringify(version)}))) < ${percentOf(limit)}`;
}

/** A limit as gates write it: a percentage without rounding errors. */
export function percentOf(limit: number): string {
  return `${Number((limit * 100).toFixed(2))}%`;
}
