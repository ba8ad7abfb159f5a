// How much likelier some reports make each small world, to somebody who reads every rounded number behind
// them.
import { roundedBy } from '../../../src/report/run/rounding-service.ts';
import { roundCount } from '../../../src/report/tables/rounding/row.ts';
import type { Event } from '../../oracle/values.ts';
import { countsIn, type Report, tracesOf } from './run.ts';

/** A report of a world's events, after what the attacker has sent. */
export interface Reading {
  readonly report: Report;
  readonly eventsOf: (sizes: readonly number[]) => readonly Event[];
}

/** The probability of what was read in each world, up to a factor. */
export type Likelihoods = ReadonlyMap<readonly number[], number>;

/**
 * Runs reports of the true world, and weighs each world by what was read. A number is read for every count
 * that was asked, also where the report shows it nowhere, so that no reader knows more. Offsets of different
 * counts are independent, and the same count keeps its own; who knows the token knows them.
 */
export async function weighWorlds(
  readings: readonly Reading[],
  truth: readonly number[],
  worlds: readonly (readonly number[])[],
  size: number,
  { token, isTokenKnown = false }: { readonly token: string; readonly isTokenKnown?: boolean },
): Promise<Likelihoods> {
  const { round } = roundedBy(token, size);
  const asked = await Promise.all(
    readings.map(async ({ report, eventsOf }) => {
      const { asked: queries } = await tracesOf(report, eventsOf(truth), size, token);
      return new Map(queries.map((query) => [JSON.stringify(query), query]));
    }),
  );
  const countsOf = (sizes: readonly number[]): readonly ReadonlyMap<string, number>[] =>
    readings.map(({ eventsOf }, at) => {
      const events = eventsOf(sizes);
      return new Map([...(asked[at]?.values() ?? [])].flatMap((query) => [...countsIn(query, events)]));
    });
  const seen = countsOf(truth);
  const likelihoodOf = (sizes: readonly number[]): number => {
    const counts = countsOf(sizes);
    const counted = new Set([...seen, ...counts].flatMap((each) => [...each.keys()]));
    return [...counted].reduce((product, key) => {
      const pairs = seen.map(
        (each, at) => [round(each.get(key) ?? 0, key), counts[at]?.get(key) ?? 0] as const,
      );
      if (isTokenKnown) return product * (pairs.every(([read, count]) => round(count, key) === read) ? 1 : 0);
      const fitting = Array.from({ length: size }, (_, offset) => offset).filter((offset) =>
        pairs.every(([read, count]) => roundCount(count, size, offset) === read),
      );
      return product * (fitting.length / size);
    }, 1);
  };
  return new Map(worlds.map((sizes) => [sizes, likelihoodOf(sizes)]));
}

/**
 * How many times likelier than before the likeliest size below `size` is, of any group or of several
 * together; 0 is no group.
 */
export function gainOnGroups(
  weighed: Likelihoods,
  size: number,
): { readonly gain: number; readonly isCertain: boolean } {
  const [first = []] = weighed.keys();
  const unions = Array.from({ length: 2 ** first.length - 1 }, (_, mask) =>
    first.flatMap((__, place) => (((mask + 1) >> place) % 2 === 1 ? [place] : [])),
  );
  const all = [...weighed.values()].reduce((sum, each) => sum + each, 0);
  const found = unions.flatMap((union) =>
    Array.from({ length: size - 1 }, (_, less) => {
      const worlds = [...weighed].filter(
        ([sizes]) => union.reduce((sum, at) => sum + (sizes[at] ?? 0), 0) === less + 1,
      );
      const after = worlds.reduce((sum, [, each]) => sum + each, 0) / all;
      const gain = union.length > 1 ? 0 : (after * weighed.size) / worlds.length;
      return { gain, isCertain: after > 1 - 1e-9 };
    }),
  );
  return {
    gain: Math.max(...found.map(({ gain }) => gain)),
    isCertain: found.some(({ isCertain }) => isCertain),
  };
}
