import { isRowCall } from '../../gate/expression/language.ts';
import { LITERAL_FUNCTION } from '../../gate/expression/literals.ts';
import type { Assertion } from '../../gate/expression/parse.ts';
import { fieldsOf, type FunctionCall, readsRows } from '../../gate/expression/syntax-tree.ts';
import type { Threshold } from '../../gate/verdict/decide.ts';
import type { InsightRequest, ThresholdRequest } from '../../inputs/request.ts';
import { makeVisible } from '../../text/visible.ts';
import { percentage } from './reasons.ts';

/** How a threshold was understood, line by line: its numbers, what it reads, which requests that takes, and its policies. */
export function explainThreshold(
  { request, assertion, warning }: Threshold,
  insight: InsightRequest,
): readonly string[] {
  return [
    `${nameOf(request)}: ${toOneLine(request.assert)}`,
    ...labelled('understood as', [resolvedText(assertion)]),
    ...labelled('warns unless', warning === null ? [] : [resolvedText(warning)]),
    ...labelled('reads', readLines(assertion)),
    ...labelled('asks for', requestLines(insight, assertion)),
    ...labelled('policies', policyLines(request)),
  ];
}

function nameOf({ title, insight }: ThresholdRequest): string {
  return title === null ? insight : `${makeVisible(title)} (${insight})`;
}

/** Lines beside a label, which stands before the first. */
function labelled(label: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(13)}  ${line}`);
}

/** The expression with every percentage as a fraction. */
function resolvedText({ resolved }: Assertion): string {
  const number = new RegExp(`${LITERAL_FUNCTION}\\(([^)]*)\\)`, 'g');
  return toOneLine(resolved.text.replace(number, (_, digits: string) => String(Number(digits))));
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function readLines({ calls, tree }: Assertion): readonly string[] {
  const lines = calls.map((call) => (isRowCall(call) ? rowLine(call) : tableLine(call)));
  if (readsRows(tree)) {
    const fields = [...new Set(fieldsOf(tree).map(({ name }) => name))];
    lines.push(`every row's ${fields.length === 0 ? 'presence' : fields.join(', ')}`);
  }
  return [...new Set(lines)];
}

function rowLine({ name, args: [key = null, output = null], set }: FunctionCall): string {
  if (set !== undefined) return `${name} of the set ${makeVisible(set.written)}, counted once, ${outputText(output)}`;
  return `${name} of ${key === null ? 'a computed row' : `the row "${makeVisible(key)}"`}, ${outputText(output)}`;
}

function tableLine({ name, args: [output = null] }: FunctionCall): string {
  return `${name} of the table, ${outputText(output)}`;
}

function outputText(output: string | null): string {
  return output === null ? 'by its metric' : `by its output "${makeVisible(output)}"`;
}

function requestLines(
  { source, interval, compare }: InsightRequest,
  { calls, readsBefore }: Assertion,
): readonly string[] {
  const what = source.kind === 'insight' ? `the query behind insight ${source.id}` : `the query of ${source.path}`;
  const keys = calls.flatMap((call) => (isRowCall(call) ? (call.args[0] ?? []) : []));
  const lines = [
    `${what}, over ${interval?.label ?? 'its own interval'}, and its true total if the rows do not add up to it`,
  ];
  if (compare !== 'none')
    lines.push(
      `the same for the period before (compare: ${compare})${readsBefore ? '' : ', to distinguish gone rows from misspelt ones'}`,
    );
  for (const key of new Set(keys)) {
    lines.push(
      `the row "${makeVisible(key)}" alone if the table is cut off before it: as a timeseries of one bucket with a selector on it`,
    );
  }
  return [...lines, ...setLines(calls, readsBefore)];
}

/** The two rounds of questions for sets of rows. */
function setLines(calls: readonly FunctionCall[], readsBefore: boolean): readonly string[] {
  const sets = new Map(calls.flatMap(({ set }) => (set === undefined ? [] : [[set.written, set] as const])));
  if (sets.size === 0) return [];
  const lines = [...sets.values()].map((set) => {
    const what = set.isOnly
      ? 'the sketch of its users without that of the users with an event outside of it'
      : 'with an "in" filter on its values';
    return `the set ${makeVisible(set.written)}: as a timeseries of one bucket, ${what}`;
  });
  const values = `the values of its dimension if the table is cut off${readsBefore ? ', now or in the period before' : ''}: as a groupBy of it`;
  return [values, ...lines];
}

function policyLines({ minSample, confidence, missingRow, until, reason }: ThresholdRequest): readonly string[] {
  const missing = { zero: 'counts as zero', fail: 'fails', inconclusive: 'leaves it inconclusive' } as const;
  const row =
    missingRow === null
      ? 'a named row that is not in the table counts as zero, warned at best unless it was in the earlier table'
      : `a named row that is not in the table ${missing[missingRow]} (missing-row: ${missingRow})`;
  return [
    row,
    ...(minSample === null ? [] : [`fewer than ${minSample} in total leave it inconclusive (min-sample)`]),
    ...(confidence === null
      ? []
      : [`it decides only if the whole interval at ${percentage(confidence)} confidence does (confidence)`]),
    ...(until === null ? [] : [`it does not fail before ${until} (until)`]),
    ...(reason === null ? [] : [`reason: ${makeVisible(reason)}`]),
  ];
}
