import { COMPONENTS } from '../tql/component.ts';
import { parseAbsoluteInterval } from '../tql/interval.ts';
import { isJsonObject, type Json } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';

/** What is wrong with the interval that a query file keeps, or null; one without any gets the report's. */
export function ownIntervalFault(query: Query): string | null {
  const { relativeIntervals, intervals } = query;
  // Where both are set, the relative ones count.
  if (relativeIntervals !== undefined) return relativeFault(relativeIntervals);
  if (intervals === undefined) return null;
  return absoluteFault(isJsonObject(intervals) ? intervals['intervals'] : intervals);
}

function relativeFault(value: Json): string | null {
  if (!isList(value) || value.length === 0) return 'its relativeIntervals is no list of intervals';
  const index = value.findIndex((item) => !isRelativeInterval(item));
  if (index < 0) return null;
  return `its relativeIntervals[${index}] is no {beginningDate, endDate}, each {component, offset, position}`;
}

function absoluteFault(value: Json | undefined): string | null {
  if (!isList(value) || value.length === 0) return 'its intervals is no list of texts such as 2026-10-01/2026-11-01';
  for (const [index, item] of value.entries()) {
    const range = typeof item === 'string' ? parseAbsoluteInterval(item) : null;
    if (range === null) return `its intervals[${index}] is no text such as 2026-10-01/2026-11-01`;
    if (range.endMs <= range.startMs) return `its intervals[${index}] ends before or where it begins`;
  }
  return null;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isRelativeInterval(value: Json): boolean {
  return isJsonObject(value) && isRelativeDate(value['beginningDate']) && isRelativeDate(value['endDate']);
}

function isRelativeDate(value: Json | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const { component, offset, position } = value;
  const isComponent = COMPONENTS.some((name) => name === component);
  return isComponent && Number.isSafeInteger(offset) && (position === 'beginning' || position === 'end');
}
