import * as v from 'valibot';
import { InputError } from '../../errors.ts';
import type { Results } from '../../results.ts';
import { isJsonObject } from '../../tql/json.ts';
import { reasonOf } from '../file-error.ts';
import { RESULTS_SCHEMA, SEVERAL_SCHEMA } from './results-schema.ts';

/** Reads a results file, of one report or several, as `results-path` or `report --format json` wrote it. Throws an `InputError` that says what is wrong. */
export function readResults(path: string, readFile: (path: string) => string): readonly Results[] {
  const given = parseJson(path, textOf(path, readFile));
  // As it was written, not as the schema would write it: the order of outputs is that of their columns.
  if (v.is(SEVERAL_SCHEMA, given)) return given.reports;
  if (v.is(RESULTS_SCHEMA, given)) return [given];
  const schema = isJsonObject(given) && 'reports' in given ? SEVERAL_SCHEMA : RESULTS_SCHEMA;
  const [issue] = v.safeParse(schema, given).issues ?? [];
  const where = issue === undefined ? null : v.getDotPath(issue);
  const what = issue === undefined ? 'is something else' : faultOf(issue);
  throw new InputError([
    `${path} is no results file: ${where === null ? `it ${what}` : `${where} ${what}`}. ${ORIGIN}`,
  ]);
}

function faultOf({ received, expected }: v.BaseIssue<unknown>): string {
  return received === 'undefined' ? 'is missing' : `is ${received}; expected ${expected ?? 'another value'}`;
}

const ORIGIN =
  'A results file is what the Action names in its output results-path, or what "insight-report report --format json" prints.';

function textOf(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path);
  } catch (error) {
    throw new InputError([`Cannot read the results file ${path}: ${reasonOf(error)}.`]);
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError([`${path} is no JSON (${error instanceof Error ? error.message : String(error)}). ${ORIGIN}`]);
  }
}
