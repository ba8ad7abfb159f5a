import { plural } from '../../text/plural.ts';
import type { RelativeDate, RelativeInterval } from './interval.ts';

/** A relative interval in words: "last 30 days", "yesterday", "this month". */
export function describeInterval({ beginningDate: begin, endDate: end }: RelativeInterval): string {
  const unit = begin.component;
  const isOfWholeUnits = begin.position === 'beginning' && end.position === 'end' && end.component === unit;
  if (isOfWholeUnits && end.offset === 0) {
    if (begin.offset === 0) return unit === 'day' ? 'today' : `this ${unit}`;
    if (begin.offset < 0) return `last ${-begin.offset} ${plural(unit, -begin.offset)}`;
  }
  if (isOfWholeUnits && end.offset === -1) {
    if (begin.offset === -1) return unit === 'day' ? 'yesterday' : `last ${unit}`;
    if (begin.offset < 0) return `last ${-begin.offset} complete ${plural(unit, -begin.offset)}`;
  }
  return `${describeDate(begin)} to ${describeDate(end)}`;
}

function describeDate({ component, offset, position }: RelativeDate): string {
  if (offset === 0) return `${position} of this ${component}`;
  const count = Math.abs(offset);
  return `${position} of the ${component} ${count} ${plural(component, count)} ${offset < 0 ? 'ago' : 'ahead'}`;
}
