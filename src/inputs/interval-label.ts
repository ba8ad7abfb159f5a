import type { RelativeDate, RelativeInterval } from '../tql/interval.ts';

/** How a person would say a relative interval: "last 30 days", "yesterday", "this month". */
export function intervalLabel({ beginningDate, endDate }: RelativeInterval): string {
  const unit = beginningDate.component;
  const isWhole = beginningDate.position === 'beginning' && endDate.position === 'end' && endDate.component === unit;
  if (isWhole && beginningDate.offset === 0 && endDate.offset === 0) return unit === 'day' ? 'today' : `this ${unit}`;
  if (isWhole && beginningDate.offset === -1 && endDate.offset === -1) {
    return unit === 'day' ? 'yesterday' : `last ${unit}`;
  }
  const count = -beginningDate.offset;
  const units = count === 1 ? unit : `${unit}s`;
  if (isWhole && count > 0 && endDate.offset === 0) return `last ${count} ${units}`;
  if (isWhole && count > 0 && endDate.offset === -1) return `last ${count} complete ${units}`;
  return `${pointLabel(beginningDate)} to ${pointLabel(endDate)}`;
}

function pointLabel({ component, offset, position }: RelativeDate): string {
  const units = Math.abs(offset) === 1 ? component : `${component}s`;
  if (offset === 0) return `${position} of this ${component}`;
  return `${position} of the ${component} ${Math.abs(offset)} ${units} ${offset < 0 ? 'ago' : 'ahead'}`;
}
