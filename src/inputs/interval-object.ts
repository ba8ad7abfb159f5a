import { COMPONENTS } from '../tql/component.ts';
import { resolveRelativeInterval, type RelativeDate, type RelativeInterval } from '../tql/interval.ts';
import { intervalLabel } from './interval-label.ts';
import { FARTHEST, INTERVAL_FORMS } from './interval-forms.ts';
import { noteUnknownKeys } from './keys.ts';
import type { Problems } from './problems.ts';
import type { IntervalSpec } from './request.ts';
import { parseChoice, parseInteger } from './scalars.ts';
import { isMap, type YamlValue } from './yaml-value.ts';

/** Reads `{beginningDate, endDate}`, which is sent as it is. */
export function parseIntervalObject(at: string, value: YamlValue, problems: Problems): IntervalSpec | null {
  if (!isMap(value)) {
    const given = typeof value === 'string' ? { given: value } : {};
    return problems.add({ at, ...given, why: 'which is no interval', expected: INTERVAL_FORMS });
  }
  noteUnknownKeys(at, value, ['beginningDate', 'endDate'], problems);
  const beginningDate = parseRelativeDate(`${at}, beginningDate`, value.get('beginningDate'), problems);
  const endDate = parseRelativeDate(`${at}, endDate`, value.get('endDate'), problems);
  if (beginningDate === null || endDate === null) return null;
  const interval = { beginningDate, endDate };
  const label = intervalLabel(interval);
  if (!isEmpty(interval)) return { kind: 'relative', label, interval };
  return problems.add({
    at,
    given: label,
    why: 'which ends before it begins',
    expected: 'an endDate after beginningDate',
  });
}

function parseRelativeDate(at: string, value: YamlValue | undefined, problems: Problems): RelativeDate | null {
  const expected = `an object such as {component: day, offset: -30, position: beginning}`;
  if (!isMap(value)) {
    return problems.add({ at, why: value === undefined || value === '' ? 'is missing' : 'is no object', expected });
  }
  const keys = ['component', 'offset', 'position'] as const;
  noteUnknownKeys(at, value, keys, problems);
  const [component, offset, position] = keys.map((key) => {
    const text = value.get(key);
    return typeof text === 'string' && text !== ''
      ? text
      : problems.add({ at: `${at}, ${key}`, why: 'is missing', expected });
  });
  if (component == null || offset == null || position == null) return null;
  const unit = parseChoice(`${at}, component`, component, COMPONENTS, problems);
  const farthest = unit === null ? Number.MAX_SAFE_INTEGER : FARTHEST[unit];
  const units = parseInteger(`${at}, offset`, offset, { min: -farthest, max: farthest }, problems);
  const side = parseChoice(`${at}, position`, position, ['beginning', 'end'], problems);
  return unit === null || units === null || side === null ? null : { component: unit, offset: units, position: side };
}

const DAYS_OF_A_LEAP_CYCLE = 1461;
const MS_PER_DAY = 86_400_000;

/** Whether it ends before or where it begins, whatever day it is; two units may do so on some days only. */
function isEmpty(interval: RelativeInterval): boolean {
  for (let day = 0; day < DAYS_OF_A_LEAP_CYCLE; day += 13) {
    const { startMs, endMs } = resolveRelativeInterval(interval, Date.UTC(2026, 0, 1, 12) + day * MS_PER_DAY, 'UTC');
    if (startMs < endMs) return false;
  }
  return true;
}
