// Prints the section of CHANGELOG.md for a version; exits with 1 if there is none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const version = process.argv[2] ?? '';
const changelog = readFileSync(join(import.meta.dirname, '..', 'CHANGELOG.md'), 'utf8');
const sections = changelog.split(/^(?=## )/m);
const section = sections.find(
  (text) => text.startsWith(`## ${version} `) || text.startsWith(`## ${version}\n`),
);
if (section === undefined) {
  process.stderr.write(`CHANGELOG.md has no section "## ${version}".\n`);
  process.exit(1);
}
process.stdout.write(`${section.split('\n').slice(1).join('\n').trim()}\n`);
