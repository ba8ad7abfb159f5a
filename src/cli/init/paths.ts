// The two files that `init` writes: where they are, and whether GitHub and the Action would find them
// there.
import { isAbsolute, normalize, sep } from 'node:path';
import { CONFIG_PATH } from '../requests.ts';
import { slugOf } from '../../text/layout/slug.ts';

/** The two files that are written, relative to the repository. */
export interface Paths {
  readonly config: string;
  readonly workflow: string;
}

/** The workflow that is written if nothing else is said. */
export const WORKFLOW_PATH = '.github/workflows/insight-report.yml';

/** The paths as a workflow writes them: with slashes on every system. */
export function readPaths(config: string, workflow: string): Paths {
  const withSlashes = (path: string) => normalize(path).replaceAll(sep, '/');
  return { config: withSlashes(config), workflow: withSlashes(workflow) };
}

/** What keeps the Action or GitHub from finding the files. */
export function pathProblems({ config, workflow }: Paths): readonly string[] {
  const isInside = !isAbsolute(config) && !/^\.\.(?:\/|$)|\p{C}/u.test(config) && /\.ya?ml$/.test(config);
  const isRun = /^\.github\/workflows\/[^/\p{C}]+\.ya?ml$/u.test(workflow);
  return [
    ...(isInside
      ? []
      : [
          `--config: got ${JSON.stringify(config)}; expected a .yml file inside the repository, such as ${CONFIG_PATH}`,
        ]),
    ...(isRun
      ? []
      : [
          `--workflow: got ${JSON.stringify(workflow)}; expected a .yml file directly in .github/workflows, because GitHub runs no others, such as ${WORKFLOW_PATH}`,
        ]),
  ];
}

/** What distinguishes the reports of several workflow files in one repository; null for the usual file. */
export function idOf({ workflow }: Paths): string | null {
  return workflow === WORKFLOW_PATH
    ? null
    : slugOf(workflow.replaceAll(/^.*\/|\.ya?ml$/g, '').slice(0, 40), 'insight');
}

/** A path as an argument that a shell reads as one. */
export function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
