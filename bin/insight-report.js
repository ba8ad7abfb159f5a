#!/usr/bin/env node
// Runs the sources in a checkout, and what was built from them in the package, which has no sources.
// A Node that is too old for them can still load this file.
import { existsSync, readFileSync } from 'node:fs';

const at = (path) => new URL(`../${path}`, import.meta.url);
const { engines } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const [oldestMajor, oldestMinor] = engines.node.match(/\d+/g).map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) {
  const sources = at('src/cli.ts');
  void import(existsSync(sources) ? sources : at('dist/cli/index.js'));
} else {
  process.stderr.write(
    `insight-report needs Node ${oldestMajor}.${oldestMinor} or newer, and this is Node ${process.versions.node}: ` +
      'install a newer one from https://nodejs.org.\n',
  );
  process.exitCode = 2;
}
