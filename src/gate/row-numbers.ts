import { visible } from '../inputs/visible.ts';
import type { ResultsRow } from '../results.ts';
import { toNumber } from '../tables/numbers.ts';
import { type Amount, amountOf, ARITHMETIC, between, changeBetween } from './amount.ts';
import { answerTo, type Evidence, isOpen, kindOf, NOT_COMPARED, opening, queryFor, type When } from './evidence.ts';
import { isCount } from './table-numbers.ts';
import { pointValue } from './point-query.ts';
import type { RowNumber } from './row.ts';
import { tableNumber } from './table-numbers.ts';
import { UnknownError } from './unknown.ts';

/** A named row that is not there, and whether it stood in the comparison's table. */
export interface Absence {
  readonly key: string;
  readonly stoodBefore: boolean;
}

/** The numbers of the row with a key, for an output; `absence` decides what a row that is not there has. */
export function rowNumbers(
  evidence: Evidence,
  key: string,
  output: string,
  absence: (found: Absence) => Amount,
): Readonly<Record<RowNumber, () => Amount>> {
  const { insight } = evidence;
  const row = insight.rows.find((each) => each.key === key) ?? null;
  const isMetric = output === insight.metric;
  const value = (): Amount =>
    row === null ? absentValue(evidence, key, output, absence) : presentValue(evidence, row, output);
  const previous = (): Amount => previousValue(evidence, key, row, output);
  return {
    value,
    previous,
    share: () => {
      if (row !== null && isMetric) return shareOf(row);
      const kind = kindOf(insight, output);
      const isDerived = isMetric && insight.rows.some((each) => each.share !== null);
      if (kind !== 'additive' && kind !== 'distinct' && !isDerived) throw new UnknownError(noShare(output));
      const part = value();
      const whole = part.exact === 0 && isDerived ? amountOf(1) : tableNumber(evidence, 'total', output);
      return capped(ARITHMETIC['/'](part, whole));
    },
    change: () => {
      const [now, before] = [value(), previous()];
      if (before.exact === 0)
        throw new UnknownError(`${named(key)} was zero in the earlier period: there is no change against nothing`);
      return changeBetween(now, before);
    },
    rank: () => (row === null ? absentRank(evidence, key, output, absence) : rankOf(evidence, row, output)),
  };
}

function named(key: string): string {
  return `"${visible(key)}"`;
}

function noShare(output: string): string {
  return `"${visible(output)}" is not something that a row has a share of`;
}

function capped(share: Amount): Amount {
  return share.exact !== null && share.exact > 1 ? amountOf(1) : share;
}

function shareOf(row: ResultsRow): Amount {
  if (row.share !== null) return amountOf(row.share);
  throw new UnknownError(`the share of ${named(row.key)} is not known, since the true total is not`);
}

function presentValue({ insight }: Evidence, row: ResultsRow, output: string): Amount {
  const value = output === insight.metric ? row.value : toNumber(row.values[output]);
  if (value !== null) return amountOf(value);
  if (row.values[output] === null && isCount(insight, output)) return amountOf(0);
  throw new UnknownError(`${named(row.key)} has no value`);
}

/** Of a complete table: not there. Of another: what was answered when it was asked for by itself. */
function absentValue(evidence: Evidence, key: string, output: string, absence: (found: Absence) => Amount): Amount {
  const { insight } = evidence;
  if (!isOpen(insight)) return absence({ key, stoodBefore: insight.gone.some((row) => row.key === key) });
  const value = asked(evidence, key, 'now', output);
  if (value !== null && value !== 0) return amountOf(value);
  return absence({ key, stoodBefore: stoodBefore(evidence, key, output) });
}

function stoodBefore(evidence: Evidence, key: string, output: string): boolean {
  if (evidence.insight.compare === null) return false;
  const query = queryFor(evidence.insight, key, 'before');
  const answer = typeof query === 'string' ? query : answerTo(evidence, query);
  return typeof answer !== 'string' && (pointValue(answer, output) ?? 0) !== 0;
}

/** A row's value when it is asked for by itself; null where nothing was counted. */
function asked(evidence: Evidence, key: string, when: When, output: string): number | null {
  const query = queryFor(evidence.insight, key, when);
  const why = isOpen(evidence.insight) ? opening(evidence.insight) : 'it is not in the table';
  if (typeof query === 'string')
    throw new UnknownError(`${why}, and ${named(key)} cannot be asked for by itself: ${query}`);
  const answer = answerTo(evidence, query);
  if (typeof answer === 'string') throw new UnknownError(`${named(key)} could not be asked for by itself: ${answer}`);
  return pointValue(answer, output);
}

function previousValue(evidence: Evidence, key: string, row: ResultsRow | null, output: string): Amount {
  const { insight } = evidence;
  if (insight.compare === null) throw new UnknownError(NOT_COMPARED);
  const gone = insight.gone.find((each) => each.key === key);
  const isMetric = output === insight.metric;
  const known = isMetric ? (row?.previous ?? gone?.previous ?? null) : null;
  if (known !== null) return amountOf(known);
  if (isMetric && row?.isNew === true) throw new UnknownError(noPrevious(key));
  const value = asked(evidence, key, 'before', output);
  if (value === null || (value === 0 && isCount(insight, output))) throw new UnknownError(noPrevious(key));
  return amountOf(value);
}

function noPrevious(key: string): string {
  return `${named(key)} has no value in the earlier period`;
}

function rankOf({ insight }: Evidence, row: ResultsRow, output: string): Amount {
  if (output === insight.metric) return amountOf(row.rank);
  const value = toNumber(row.values[output]);
  if (value === null) throw new UnknownError(`${named(row.key)} has no value`);
  const above = insight.rows.filter((each) => (toNumber(each.values[output]) ?? -Infinity) > value).length;
  return isOpen(insight) ? between(above + 1, Infinity, opening(insight)) : amountOf(above + 1);
}

/** A row that exists and is not shown comes after those that are. */
function absentRank(evidence: Evidence, key: string, output: string, absence: (found: Absence) => Amount): Amount {
  const { insight } = evidence;
  const value = absentValue(evidence, key, output, absence);
  if (value.exact === 0 || !insight.cutOff || output !== insight.metric) {
    throw new UnknownError(`${named(key)} is not in the table, so that it has no rank`);
  }
  return between(insight.rows.length + 1, Infinity, opening(insight));
}
