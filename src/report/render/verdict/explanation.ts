// Writes what `gate --explain` prints. The requests are those that `run/ask.ts` sends for an insight, and
// `gate/evidence/extra-queries.ts` for its gates: keep them in step. Pure.
import { type FunctionCall, RowSet } from '../../expression/calls.ts';
import type { Assertion } from '../../expression/parse.ts';
import { type InsightRequest, insightsOf, type InsightThreshold } from '../../inputs/request.ts';
import { makeVisible, toOneLine } from '../../../text/visible.ts';
import { percentage } from './reasons.ts';

/**
 * What `gate --explain` prints of a threshold, line by line: which numbers it reads, which requests that
 * takes, and its policies.
 */
export function explainThreshold(
  threshold: InsightThreshold,
  insights: readonly InsightRequest[],
): readonly string[] {
  const { assert, warn } = threshold;
  const names = insightsOf(threshold);
  const judged = insights.filter(({ name }) => names.includes(name));
  return [
    `${nameOf(threshold)}${toOneLine(assert.source)}`,
    ...labelled('warns unless', warn === null ? [] : [toOneLine(warn.source)]),
    ...labelled('reads', readLines(assertionsOf(threshold))),
    ...labelled(
      'asks for',
      judged.flatMap((insight) => {
        const lines = requestLines(insight, threshold);
        return judged.length === 1 ? lines : lines.map((line) => `${makeVisible(insight.name)}: ${line}`);
      }),
    ),
    ...labelled('policies', policyLines(threshold)),
  ];
}

function assertionsOf({ assert, warn }: InsightThreshold): readonly Assertion[] {
  return warn === null ? [assert] : [assert, warn];
}

function callsOf(threshold: InsightThreshold): readonly FunctionCall[] {
  return assertionsOf(threshold).flatMap(({ calls }) => calls);
}

/** The title and the insight of a threshold, before its assertion; empty if it has neither. */
function nameOf({ title, insight }: InsightThreshold): string {
  const insightName = title === null || insight === null ? insight : `(${insight})`;
  const names = [title === null ? null : makeVisible(title), insightName].filter((name) => name !== null);
  return names.length === 0 ? '' : `${names.join(' ')}: `;
}

/** Lines next to a label, which is on the first line. */
function labelled(label: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(13)}  ${line}`);
}

function readLines(assertions: readonly Assertion[]): readonly string[] {
  const lines = assertions.flatMap(({ calls }) => calls.map(readLine));
  const ofRows = assertions
    .flatMap(({ reads }) => [...reads])
    .filter(({ as }) => as === 'list' || as === 'key' || as === 'field');
  for (const owner of new Set(ofRows.map(({ insight }) => insight))) {
    const read = ofRows.filter(({ as, insight }) => as !== 'list' && insight === owner);
    const fields = read.map(({ as, name }) => (as === 'key' ? as : name));
    lines.push(`every row's ${fields.length === 0 ? 'presence' : fields.join(', ')}${ofInsight(owner)}`);
  }
  return [...new Set(lines)];
}

function readLine({ insight, name, row, output = null }: FunctionCall): string {
  const end = `${ofInsight(insight)}, ${outputText(output)}`;
  if (row === undefined) return `${name} of the table${end}`;
  if (row instanceof RowSet) return `${name} of the set ${makeVisible(row.written)}, counted once${end}`;
  return `${name} of ${row === null ? 'a computed row' : `the row "${makeVisible(row)}"`}${end}`;
}

/** ` of crashes`; empty for the threshold's own insight. */
function ofInsight(name: string | null): string {
  return name === null ? '' : ` of ${makeVisible(name)}`;
}

function outputText(output: string | null): string {
  return output === null ? 'by its metric' : `by its output "${makeVisible(output)}"`;
}

function nameOfQuery(source: InsightRequest['source']): string {
  if (source.kind === 'query') return `the query of ${source.path}`;
  return `the query behind insight ${source.kind === 'title' ? JSON.stringify(source.title) : source.id}`;
}

function requestLines(
  { name, source, interval, compare }: InsightRequest,
  threshold: InsightThreshold,
): readonly string[] {
  const readsBefore = assertionsOf(threshold).some((each) => each.insightsOfTwoPeriods.includes(name));
  const calls = callsOf(threshold).filter(({ insight }) => (insight ?? threshold.insight) === name);
  const what = nameOfQuery(source);
  const keys = calls.flatMap(({ row }) => (typeof row === 'string' ? row : []));
  const lines = [
    `${what}, over ${interval?.label ?? 'its own interval'}, and its true total if the rows do not add up to it`,
  ];
  if (compare !== 'none')
    lines.push(
      `the same for the period before (compare: ${compare})${readsBefore || keys.length === 0 ? '' : ', to distinguish gone rows from misspelt ones'}`,
    );
  for (const key of new Set(keys)) {
    lines.push(
      `the row "${makeVisible(key)}" alone if the table is cut off before it: as a timeseries of one bucket with a selector on it`,
    );
  }
  return [...lines, ...setLines(calls, readsBefore)];
}

/** The two rounds of requests for sets of rows. */
function setLines(calls: readonly FunctionCall[], readsBefore: boolean): readonly string[] {
  const sets = new Set(calls.flatMap(({ row }) => (row instanceof RowSet ? row.written : [])));
  if (sets.size === 0) return [];
  const values = `the values of its dimension if the table is cut off${readsBefore ? ', now or in the period before' : ''}`;
  return [values, ...[...sets].map((set) => `the set ${makeVisible(set)}, in which a user counts once`)];
}

function policyLines(threshold: InsightThreshold): readonly string[] {
  const { minSample, confidence, missingRow, until, reason } = threshold;
  const namesRow = callsOf(threshold).some(({ row }) => typeof row === 'string');
  const missing = { zero: 'counts as zero', fail: 'fails', inconclusive: 'leaves it inconclusive' } as const;
  const ofMissingRow =
    missingRow === null
      ? 'a named row that is not in the table counts as zero, warned at best unless it was in the earlier table'
      : `a named row that is not in the table ${missing[missingRow]} (missing-row: ${missingRow})`;
  return [
    namesRow && ofMissingRow,
    minSample !== null && `fewer than ${minSample} in total leave it inconclusive (min-sample)`,
    confidence !== null &&
      `it decides only if the whole interval at ${percentage(confidence)} confidence does (confidence)`,
    until !== null && `it does not fail before ${until} (until)`,
    reason !== null && `reason: ${makeVisible(reason)}`,
  ].filter((line) => line !== false);
}
