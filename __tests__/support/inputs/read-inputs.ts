import { checkAssertion } from '../../../src/report/gate/check.ts';
import { parseWorse } from '../../../src/report/expression/worse.ts';
import { InputError } from '../../../src/text/errors.ts';
import type { InputEffects } from '../../../src/report/inputs/effects.ts';
import { parseInputs } from '../../../src/report/inputs/parse-report.ts';
import type { RawInputs } from '../../../src/report/inputs/raw.ts';
import type { ReportRequest, ThresholdRequest } from '../../../src/report/inputs/request.ts';

export const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
export const OTHER_ID = '8a41d2f0-1111-4222-8333-944445555666';
export const TOKEN = 'tdpat_0123456789abcdef';

/** The inputs of a minimal request. */
export const LEAST: RawInputs = { insights: ID, 'api-token': TOKEN };

/** Effects over files in memory; a missing one fails as `node:fs` would. */
export function effects(
  files: Readonly<Record<string, string>> = {},
  more: Partial<InputEffects> = {},
): InputEffects {
  return {
    readFile(path) {
      const text = files[path];
      if (text !== undefined) return text;
      throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' });
    },
    checkTemplate: (name, source) =>
      source.includes('{{{{') ? `${name} does not parse: line 1: what is this?` : null,
    loadYaml: () => import('yaml'),
    parseAssertion: async (...given) => checkAssertion(...given),
    parseWorse: async (written) => parseWorse(written),
    fromFork: false,
    isStep: true,
    ...more,
  };
}

/** Reads the minimal request with these inputs set. */
export function read(inputs: RawInputs, given: InputEffects = effects()): Promise<ReportRequest> {
  return parseInputs({ ...LEAST, ...inputs }, given);
}

/** The problems with these inputs; empty if they are valid. */
export async function problemsOf(
  inputs: RawInputs,
  given: InputEffects = effects(),
): Promise<readonly string[]> {
  try {
    await read(inputs, given);
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
}

/** Requests with the text of each assertion in place of what was parsed, which compares by what it is. */
export function asWritten(
  requests: readonly ReportRequest[],
): readonly (Omit<ReportRequest, 'thresholds'> & { readonly thresholds: readonly object[] })[] {
  return requests.map((request) => ({ ...request, thresholds: request.thresholds.map(thresholdAsWritten) }));
}

/** A threshold with the texts of its assertions. */
export function thresholdAsWritten({ kind: _, assert, warn, ...others }: ThresholdRequest): object {
  return { ...others, assert: assert.source, warn: warn?.source ?? null };
}
