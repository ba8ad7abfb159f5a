import type { Partials } from './request.ts';
import type { LoadYaml } from './yaml-text.ts';

/** What reading the inputs takes from its surroundings. */
export interface InputEffects {
  /** Reads a UTF-8 text file, its path relative to the working directory; throws as `node:fs` does. */
  readonly readFile: (path: string) => string;
  /** The names of the files in a folder, its path relative to the working directory; none where there is no such folder. */
  readonly listFolder?: (path: string) => readonly string[];
  /** A sentence that says what is wrong with a Handlebars template or a partial that it uses, or null. `name` is what messages call it. */
  readonly checkTemplate: (name: string, source: string, partials?: Partials) => string | null | Promise<string | null>;
  readonly loadYaml: LoadYaml;
  /** What is wrong with a threshold's assertion and at which character (from 1), or null. */
  readonly checkAssertion: (
    source: string,
    isCompared: boolean,
  ) => Promise<{ readonly why: string; readonly at: number; readonly hint: string | null } | null>;
  /** Whether the event is a fork's or Dependabot's pull request, whose runs get no secrets. */
  readonly fromFork: boolean;
}
