// Reads the scripts of the explorer's page: from the file that the build has written, or bundles them now.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse, record, string } from 'valibot';
import { errorCode } from '../../text/file-error.ts';

/** The page's scripts by name, which are read once. */
type Scripts = Readonly<Record<string, string>>;
let scripts: Promise<Scripts> | null = null;

/** Reads the scripts; after a failure the next request tries again. */
export function readScripts(): Promise<Scripts> {
  scripts ??= loadScripts().catch((error: unknown) => {
    scripts = null;
    throw error;
  });
  return scripts;
}

/**
 * The build (`scripts/explorer.mjs`) writes the scripts into one file beside its own bundle. Where this code
 * runs from the sources, as in tests, there is no such file, and the scripts are bundled now.
 */
async function loadScripts(): Promise<Scripts> {
  const text = await readFile(new URL('../../explorer/explorer.json', import.meta.url), 'utf8').catch(
    (error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
      return bundleScripts();
    },
  );
  return parse(record(string(), string()), JSON.parse(text));
}

async function bundleScripts(): Promise<string> {
  const builder = fileURLToPath(new URL(BUILDER.join('/'), import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [builder], { maxBuffer: 50_000_000 });
  return stdout;
}

/** In pieces, because ncc copies the file of a literal path. */
const BUILDER = ['..', '..', '..', 'scripts', 'explorer.mjs'];
