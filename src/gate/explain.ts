import type { InsightRequest, ThresholdRequest } from '../inputs/request.ts';
import { makeVisible } from '../text/visible.ts';
import type { Assertion } from './expression/parse.ts';
import { parseThreshold } from './judge.ts';
import { LITERAL_FUNCTION } from './expression/literals.ts';
import { ROW_NUMBERS } from './expression/language.ts';
import { type FunctionCall, fieldsOf, readsRows } from './expression/syntax-tree.ts';

/** How a threshold was understood, line by line: its numbers, what it reads, which requests that takes, and its policies. */
export function explainThreshold(request: ThresholdRequest, insight: InsightRequest): readonly string[] {
  const { assertion, warning } = parseThreshold(request);
  return [
    `${request.insight}: ${oneLine(request.assert)}`,
    `  understood as  ${resolvedText(assertion)}`,
    ...(warning === null ? [] : [`  warns unless   ${resolvedText(warning)}`]),
    ...readLines(assertion).map((line, index) => `  ${index === 0 ? 'reads        ' : '             '}  ${line}`),
    ...requestLines(insight, assertion).map(
      (line, index) => `  ${index === 0 ? 'asks for     ' : '             '}  ${line}`,
    ),
    ...policyLines(request).map((line, index) => `  ${index === 0 ? 'policies     ' : '             '}  ${line}`),
  ];
}

/** The expression with every percentage as the number that it is. */
function resolvedText({ resolved }: Assertion): string {
  const number = new RegExp(`${LITERAL_FUNCTION}\\(([^)]*)\\)`, 'g');
  return oneLine(resolved.text.replace(number, (_, digits: string) => String(Number(digits))));
}

function oneLine(text: string): string {
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

function isRowCall({ name }: FunctionCall): boolean {
  return ROW_NUMBERS.some((each) => each === name);
}

function rowLine({ name, args: [key = null, output = null] }: FunctionCall): string {
  return `${name} of ${key === null ? 'a row that is computed' : `the row "${makeVisible(key)}"`}, ${outputText(output)}`;
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
  const named = calls.flatMap(({ args: [key], ...call }) =>
    isRowCall({ ...call, args: [] }) && typeof key === 'string' ? [key] : [],
  );
  const lines = [
    `${what}, over ${interval?.label ?? 'its own interval'}, and its true total where the rows do not add up to it`,
  ];
  if (compare !== 'none')
    lines.push(
      `the same of the period before (compare: ${compare})${readsBefore ? '' : ', to tell rows that went from misspelt ones'}`,
    );
  for (const key of new Set(named)) {
    lines.push(
      `the row "${makeVisible(key)}" by itself where the table is cut off before it: as a timeseries of one bucket, with a selector on it`,
    );
  }
  return lines;
}

function policyLines({ minSample, missingRow, until, reason }: ThresholdRequest): readonly string[] {
  const missing = { zero: 'counts as zero', fail: 'fails', inconclusive: 'leaves it inconclusive' } as const;
  const row =
    missingRow === null
      ? 'a named row that is not there counts as zero, warned at best unless it stood in the earlier table'
      : `a named row that is not there ${missing[missingRow]} (missing-row: ${missingRow})`;
  return [
    row,
    ...(minSample === null ? [] : [`fewer than ${minSample} in total leave it inconclusive (min-sample)`]),
    ...(until === null ? [] : [`it does not fail before ${until} (until)`]),
    ...(reason === null ? [] : [`reason: ${makeVisible(reason)}`]),
  ];
}
