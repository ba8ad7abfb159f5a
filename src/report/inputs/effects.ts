// What reading inputs needs from outside (files, YAML, templates), as an interface: tests and the explorer
// have no disk. `run/effects.ts` has the real thing.
import { errorCode, fileErrorReason } from '../../text/file-error.ts';
import type { Problems } from './problems.ts';
import type { CheckedInsights } from '../expression/insights.ts';
import type { ExpressionError } from '../expression/fault.ts';
import type { Assertion } from '../expression/parse.ts';
import type { ReleaseAssertion } from '../expression/worse.ts';
import type { Partials } from './request.ts';
import type { LoadYaml } from './yaml/parse.ts';

/** How a file is read: how large it may be, and whether the user named it, not a file of the checkout. */
interface FileReading {
  readonly limitBytes: number;
  readonly isTyped: boolean;
}

/** What reading the inputs needs from its environment. Paths are relative to the checkout. */
export interface InputEffects {
  /** Reads a UTF-8 text file; throws as `node:fs` does, and if the checkout must not name the file. */
  readonly readFile: (path: string, reading: FileReading) => string;
  /** The names of the files in a folder; none if there is no such folder. */
  readonly listFolder?: (path: string) => readonly string[];
  /**
   * What is wrong with a Handlebars template or a partial that it uses, as a sentence; null if nothing.
   * Messages call it `name`.
   */
  readonly checkTemplate: (
    name: string,
    source: string,
    partials?: Partials,
  ) => string | null | Promise<string | null>;
  readonly loadYaml: LoadYaml;
  /** Parses a threshold's assertion about a report's insights, or says what is wrong with it. */
  readonly parseAssertion: (
    assertion: string,
    insights: CheckedInsights,
    hasConfidence: boolean,
  ) => Promise<Assertion | ExpressionError>;
  /** Parses an assertion on a release, or says what is wrong with it. */
  readonly parseWorse: (assertion: string) => Promise<ReleaseAssertion | ExpressionError>;
  /** Whether the event is a fork's or Dependabot's pull request, whose runs get no secrets. */
  readonly fromFork: boolean;
  /**
   * Whether this is a workflow's step, where a missing file most often means a repository that was not
   * checked out.
   */
  readonly isStep?: boolean;
}

/** What inputs are read with: the effects, and where to note problems. */
export type ReadingContext = InputEffects & {
  readonly problems: Problems;
  /** Whether the value comes from the step or a flag, not from a config file. */
  readonly isTyped?: boolean;
};

/** The size that most files may have. */
export const MEBIBYTE = 1_048_576;

/** Reads a file that an input names; null once a problem was noted. An empty file is a problem. */
export function readNamedFile(
  path: string,
  expected: string,
  {
    readFile,
    isStep,
    problems,
    isTyped = false,
  }: Pick<ReadingContext, 'readFile' | 'isStep' | 'problems' | 'isTyped'>,
  limitBytes = MEBIBYTE,
): string | null {
  let text: string;
  try {
    text = readFile(path, { limitBytes, isTyped }).replace(/^\uFEFF/, '');
  } catch (error) {
    const isNotCheckedOut = errorCode(error) === 'ENOENT' && isStep === true;
    const hint = isNotCheckedOut ? ' (was the repository checked out before this step?)' : '';
    return problems.refuse({ input: path, why: `${fileErrorReason(error)}${hint}`, expected });
  }
  if (text.trim() === '') return problems.refuse({ input: path, why: 'the file is empty', expected });
  const why = 'the file is not UTF-8 text (UTF-16 perhaps); save it as UTF-8';
  return text.includes('\0') ? problems.refuse({ input: path, why, expected }) : text;
}
