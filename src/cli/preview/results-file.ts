// Reads and checks the file of `preview --results FILE`.
import * as v from 'valibot';
import { InputError } from '../../text/errors.ts';
import { type Results, RESULTS_SCHEMA, SEVERAL_RESULTS_SCHEMA } from '../../report/results/results.ts';
import { isJsonObject } from '../../tql/json.ts';
import { cannotRead, parseJsonFile } from '../json-file.ts';

/**
 * Reads a results file, of one report or several, as `results-path` or `report --format json` wrote it.
 * Throws an `InputError` that names the first thing that is wrong.
 */
export function readResultsFile(path: string, readFile: (path: string) => string): readonly Results[] {
  const content = parseJsonFile(path, readText(path, readFile));
  // The given value, not valibot's copy: the order of the keys in `values` is that of the columns.
  if (v.is(SEVERAL_RESULTS_SCHEMA, content)) return content.reports;
  if (v.is(RESULTS_SCHEMA, content)) return [content];
  const schema = isJsonObject(content) && 'reports' in content ? SEVERAL_RESULTS_SCHEMA : RESULTS_SCHEMA;
  const [issue] = v.safeParse(schema, content).issues ?? [];
  throw new InputError([
    `${path} is not a results file: ${issue === undefined ? 'it is something else' : describeIssue(issue)}. ${RESULTS_FILE_HINT}`,
  ]);
}

const RESULTS_FILE_HINT =
  'A results file is what the Action writes to its output results-path, or what "insight-report report --format json" prints.';

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const { received, expected } = issue;
  const place = v.getDotPath(issue) ?? 'it';
  return received === 'undefined'
    ? `${place} is missing`
    : `${place} is ${received}; expected ${expected ?? 'another value'}`;
}

function readText(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path);
  } catch (error) {
    return cannotRead(path)(error);
  }
}
