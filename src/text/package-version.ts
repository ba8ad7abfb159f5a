// The version of insight-report, for `--version` and for the protocol between processes of the service.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version of the package that this file belongs to, read from its package.json. */
export function packageVersion(): string {
  // The bundle is one folder deeper than the sources, next to a package.json without a version.
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    const version = existsSync(file)
      ? /"version": *"([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1]
      : undefined;
    if (version !== undefined) return version;
    if (folder === dirname(folder)) throw new Error('insight-report: its package.json is missing');
  }
}
