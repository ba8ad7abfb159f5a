import { mostSimilarWord } from '../../text/nearest.ts';
import { makeVisible } from '../../text/visible.ts';
import type { ReportedInsight, ResultsRow } from '../../results.ts';
import { outputKind } from '../../tables/aggregations.ts';
import { pointValue } from '../../tables/companion-queries.ts';
import { toNumber } from '../../tables/table.ts';
import { type NumberReader, Row, type RowNumber, type TableFunction } from '../expression/language.ts';
import {
  ARITHMETIC,
  changeBetween,
  exactNumber,
  MissingRowError,
  type NumberRange,
  rangeBetween,
  UnknownError,
} from '../expression/number-range.ts';
import {
  type Evidence,
  extraQueryFor,
  findAnswer,
  mayMissRows,
  NOT_COMPARED,
  type WhichPeriod,
  whyRowsMayBeMissing,
} from './evidence.ts';
import { isCount, tableNumber } from './table-numbers.ts';

/** What a threshold says of a named row that is not there; null where it says nothing. */
export type MissingRow = 'zero' | 'fail' | 'inconclusive' | null;

/** What was found out while an assertion was read. */
export interface Findings {
  /** How many numbers were known. */
  known: number;
  /** Rows that are not there and counted as zero although nobody said that they may be missing: key → the most similar one. */
  readonly assumed: Map<string, string | null>;
  /** Rows that are not there, whatever they counted as. */
  readonly absent: Set<string>;
}

/** Reads an assertion's numbers from an insight's table and the answers to extra queries. */
export interface EvidenceReader extends NumberReader {
  readonly findings: Findings;
  /** The table's rows; with those that it does not show, of which only bounds are known, where `unseen`. */
  rows(unseen: boolean): readonly Row[];
}

/** Makes a reader. Each of its reads throws `UnknownError` where a number cannot be known. */
export function createReader(evidence: Evidence, missingRow: MissingRow): EvidenceReader {
  const { insight } = evidence;
  const findings: Findings = { known: 0, assumed: new Map(), absent: new Set() };
  const counted = (amount: NumberRange): NumberRange => {
    findings.known += 1;
    return amount;
  };
  const absence = (found: AbsentRow): NumberRange => {
    findings.absent.add(found.key);
    return counted(countAbsentRow(found, insight, missingRow, findings));
  };
  const readRow = (number: RowNumber, key: string, output: string | null): NumberRange =>
    counted(rowNumbers(evidence, key, outputOf(insight, output), absence)[number]());
  return {
    findings,
    row: readRow,
    table: (number: TableFunction, output: string | null) =>
      counted(tableNumber(evidence, number, number === 'count' && output === null ? null : outputOf(insight, output))),
    rows: (unseen) => {
      const all = insight.rows.map(
        (row) =>
          new Row(
            () => row.key,
            (number) => readRow(number, row.key, null),
          ),
      );
      findings.known += all.length > 0 ? 1 : 0;
      return unseen && mayMissRows(insight) ? [...all, unseenRow(insight)] : all;
    },
  };
}

function outputOf({ metric, outputs, queryType }: ReportedInsight, output: string | null): string {
  const name = output ?? metric;
  if (name === null) throw new UnknownError(`a ${queryType} has no metric`);
  if (name === metric || outputs.includes(name)) return name;
  const there = outputs.slice(0, MAX_NAMED_OUTPUTS).map((each) => `"${makeVisible(each)}"`);
  throw new UnknownError(`there is no output "${makeVisible(name)}" in the answer; there are ${there.join(', ')}`);
}

const MAX_NAMED_OUTPUTS = 10;

/** Rows that a misspelt key is held against. */
const MAX_CANDIDATES = 2000;

/** A row that is not there: zero where that was to be expected, and otherwise zero with a word about it. */
function countAbsentRow(
  absence: AbsentRow,
  insight: ReportedInsight,
  missingRow: MissingRow,
  findings: Findings,
): NumberRange {
  const { key, stoodBefore } = absence;
  if (missingRow === 'fail') throw new MissingRowError(`there is no row "${makeVisible(key)}"`);
  if (missingRow === 'inconclusive') throw new UnknownError(`there is no row "${makeVisible(key)}"`);
  if (missingRow === null && !stoodBefore) {
    const keys = insight.rows.slice(0, MAX_CANDIDATES).map((row) => row.key);
    findings.assumed.set(key, mostSimilarWord(key, keys));
  }
  return exactNumber(0);
}

/** A row that a topN does not show has at most what its last row has. */
function unseenRow(insight: ReportedInsight): Row {
  const last = insight.rows.at(-1);
  const why = whyRowsMayBeMissing(insight);
  const isOrdered = insight.queryType === 'topN' && insight.cutOff && isDescendingBy(insight);
  const read = (number: RowNumber): NumberRange => {
    if (number === 'rank' && insight.cutOff) return rangeBetween(insight.rows.length + 1, Infinity, why);
    const most = isOrdered && last !== undefined ? numberOfLastRow(last, number) : null;
    if (most === null) throw new UnknownError(why);
    return rangeBetween(number === 'share' ? 0 : -Infinity, most, why);
  };
  const key = (): string => {
    throw new UnknownError(why);
  };
  return new Row(key, read);
}

function numberOfLastRow(last: ResultsRow, number: RowNumber): number | null {
  if (number === 'share') return last.share;
  return number === 'value' ? toNumber(last.value) : null;
}

function isDescendingBy({ query, metric }: ReportedInsight): boolean {
  const order = query['metric'];
  if (typeof order === 'string') return order === metric;
  const { type, metric: by } = Object(order) as { readonly type?: unknown; readonly metric?: unknown };
  return type === 'numeric' && by === metric;
}

/** A named row that is not there, and whether it stood in the comparison's table. */
interface AbsentRow {
  readonly key: string;
  readonly stoodBefore: boolean;
}

/** The numbers of the row with a key, for an output; `absence` decides what a row that is not there has. */
function rowNumbers(
  evidence: Evidence,
  key: string,
  output: string,
  absence: (found: AbsentRow) => NumberRange,
): Readonly<Record<RowNumber, () => NumberRange>> {
  const { insight } = evidence;
  const row = insight.rows.find((each) => each.key === key) ?? null;
  const isMetric = output === insight.metric;
  const value = (): NumberRange =>
    row === null ? valueOfAbsentRow(evidence, key, output, absence) : valueOfPresentRow(evidence, row, output);
  const previous = (): NumberRange => previousValue(evidence, key, row, output);
  return {
    value,
    previous,
    share: () => {
      if (row !== null && isMetric) return shareOf(row);
      const kind = outputKind(insight.query, output);
      const isDerived = isMetric && insight.rows.some((each) => each.share !== null);
      if (kind !== 'additive' && kind !== 'distinct' && !isDerived) throw new UnknownError(noShareReason(output));
      const part = value();
      const whole = part.exact === 0 && isDerived ? exactNumber(1) : tableNumber(evidence, 'total', output);
      return atMostOne(ARITHMETIC['/'](part, whole));
    },
    change: () => {
      const [now, before] = [value(), previous()];
      if (before.exact === 0)
        throw new UnknownError(`${quotedKey(key)} was zero in the earlier period: there is no change against nothing`);
      return changeBetween(now, before);
    },
    rank: () => (row === null ? rankOfAbsentRow(evidence, key, output, absence) : rankOf(evidence, row, output)),
  };
}

function quotedKey(key: string): string {
  return `"${makeVisible(key)}"`;
}

function noShareReason(output: string): string {
  return `"${makeVisible(output)}" is not something that a row has a share of`;
}

function atMostOne(share: NumberRange): NumberRange {
  return share.exact !== null && share.exact > 1 ? exactNumber(1) : share;
}

function shareOf(row: ResultsRow): NumberRange {
  if (row.share !== null) return exactNumber(row.share);
  throw new UnknownError(`the share of ${quotedKey(row.key)} is not known, since the true total is not`);
}

function valueOfPresentRow({ insight }: Evidence, row: ResultsRow, output: string): NumberRange {
  const value = output === insight.metric ? row.value : toNumber(row.values[output]);
  if (value !== null) return exactNumber(value);
  if (row.values[output] === null && isCount(insight, output)) return exactNumber(0);
  throw new UnknownError(`${quotedKey(row.key)} has no value`);
}

/** Of a complete table: not there. Of another: what was answered when it was asked for by itself. */
function valueOfAbsentRow(
  evidence: Evidence,
  key: string,
  output: string,
  absence: (found: AbsentRow) => NumberRange,
): NumberRange {
  const { insight } = evidence;
  if (!mayMissRows(insight)) return absence({ key, stoodBefore: insight.gone.some((row) => row.key === key) });
  const value = askForRow(evidence, key, 'now', output);
  if (value !== null && value !== 0) return exactNumber(value);
  return absence({ key, stoodBefore: stoodBefore(evidence, key, output) });
}

function stoodBefore(evidence: Evidence, key: string, output: string): boolean {
  if (evidence.insight.compare === null) return false;
  const query = extraQueryFor(evidence.insight, key, 'before');
  const answer = typeof query === 'string' ? query : findAnswer(evidence, query);
  return typeof answer !== 'string' && (pointValue(answer, output) ?? 0) !== 0;
}

/** A row's value when it is asked for by itself; null where nothing was counted. */
function askForRow(evidence: Evidence, key: string, when: WhichPeriod, output: string): number | null {
  const query = extraQueryFor(evidence.insight, key, when);
  const why = mayMissRows(evidence.insight) ? whyRowsMayBeMissing(evidence.insight) : 'it is not in the table';
  if (typeof query === 'string')
    throw new UnknownError(`${why}, and ${quotedKey(key)} cannot be asked for by itself: ${query}`);
  const answer = findAnswer(evidence, query);
  if (typeof answer === 'string')
    throw new UnknownError(`${quotedKey(key)} could not be asked for by itself: ${answer}`);
  return pointValue(answer, output);
}

function previousValue(evidence: Evidence, key: string, row: ResultsRow | null, output: string): NumberRange {
  const { insight } = evidence;
  if (insight.compare === null) throw new UnknownError(NOT_COMPARED);
  const gone = insight.gone.find((each) => each.key === key);
  const isMetric = output === insight.metric;
  const known = isMetric ? (row?.previous ?? gone?.previous ?? null) : null;
  if (known !== null) return exactNumber(known);
  if (isMetric && row?.isNew === true) throw new UnknownError(noPreviousReason(key));
  const value = askForRow(evidence, key, 'before', output);
  if (value === null || (value === 0 && isCount(insight, output))) throw new UnknownError(noPreviousReason(key));
  return exactNumber(value);
}

function noPreviousReason(key: string): string {
  return `${quotedKey(key)} has no value in the earlier period`;
}

function rankOf({ insight }: Evidence, row: ResultsRow, output: string): NumberRange {
  if (output === insight.metric) return exactNumber(row.rank);
  const value = toNumber(row.values[output]);
  if (value === null) throw new UnknownError(`${quotedKey(row.key)} has no value`);
  const above = insight.rows.filter((each) => (toNumber(each.values[output]) ?? -Infinity) > value).length;
  return mayMissRows(insight)
    ? rangeBetween(above + 1, Infinity, whyRowsMayBeMissing(insight))
    : exactNumber(above + 1);
}

/** A row that exists and is not shown comes after those that are. */
function rankOfAbsentRow(
  evidence: Evidence,
  key: string,
  output: string,
  absence: (found: AbsentRow) => NumberRange,
): NumberRange {
  const { insight } = evidence;
  const value = valueOfAbsentRow(evidence, key, output, absence);
  if (value.exact === 0 || !insight.cutOff || output !== insight.metric) {
    throw new UnknownError(`${quotedKey(key)} is not in the table, so that it has no rank`);
  }
  return rangeBetween(insight.rows.length + 1, Infinity, whyRowsMayBeMissing(insight));
}
