import { columnKind, type Event } from '../values.ts';
import { addsToMixed, mixesTypes, overflows } from './causes.ts';
import { dimensionsOf, type Found, type Json, type Row } from './cells.ts';
import { parts } from './reach.ts';

/**
 * Whether a Druid estimate is that of so many different values: linear counting, less a few collisions. The
 * empty text and the row that is null have the hash 0, and count only if two others are neighbours in Druid's
 * sketch.
 */
export function isEstimate(druid: number, exact: number, cause: Json, events: readonly Event[]): boolean {
  const { round, fields, byRow } = cause;
  const isEmpty = (value: unknown): boolean => value === '' || (byRow === true && value === null);
  const canBeEmpty = (Array.isArray(fields) ? fields.map(String) : []).some(
    (name) => columnKind(name) === 'none' || events.some((event) => isEmpty(event[name] ?? null)),
  );
  return [canBeEmpty && exact >= 2 ? 1 : 0, 0, -1, -2, -3, -4].some((more) => {
    const estimate = -2048 * Math.log(1 - (exact + more) / 2048);
    return Math.abs(druid - (round === true ? Math.round(estimate) : estimate)) <= 1e-6;
  });
}

/** Whether a group is that of a product that does not fit 64 bits: null, or what is left of it on Druid. */
export function isGroupOfLarge({ cells }: Row, query: Json, events: readonly Event[]): boolean {
  const columns = parts(query['virtualColumns']).filter((one) => overflows(one, query, events));
  const dimensions = parts([query['dimension'], query['dimensions']]).filter(({ dimension }) =>
    columns.some(({ name }) => name === dimension),
  );
  return dimensions.some((one) =>
    dimensionsOf({ dimensions: [one] }).some((name) => {
      const value = cells.get(name);
      const isCut = one['extractionFn'] !== undefined;
      return value === null || isCut || (typeof value === 'number' && Math.abs(value) >= 2 ** 53);
    }),
  );
}

/** Whether a text's length differs by the point and the zero of a number in it, or is that of no text. */
export function isLengthOfMixed(found: Found, query: Json): boolean {
  if (found.is !== 'cell') return false;
  const { column, druid, embedded } = found;
  const one = parts(query['postAggregations']).find(({ name }) => name === column);
  if (one === undefined || !/\bstrlen\(/.test(String(one['expression']))) return false;
  if (druid === null) return addsToMixed(one, query);
  return mixesTypes(one, query) && Number(embedded) - Number(druid) === 2;
}
