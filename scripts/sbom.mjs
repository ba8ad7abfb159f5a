// Prints a CycloneDX bill of materials: what the package installs, and what is bundled in it. `npm sbom`
// lists all packages of the lock file; the bundles' lists of licences say which of them are bundled: `node
// scripts/sbom.mjs dist/licenses.txt dist/cli/licenses.txt`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const lists = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
if (lists.length === 0) {
  process.stderr.write(
    'Name the lists of licences of the bundles: dist/licenses.txt, dist/cli/licenses.txt.\n',
  );
  process.exit(2);
}

const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const all = JSON.parse(
  execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
);
const bundled = new Set(
  lists.flatMap((list) => [...list.matchAll(/^(\S+) \([^)\n]+\)$/gm)].map(([, name]) => name)),
);
const isDevelopment = ({ properties = [] }) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development');
const components = all.components
  .filter((component) => bundled.has(component.name) || !isDevelopment(component))
  .map((component) => ({ ...component, scope: undefined, properties: undefined }));
const kept = new Set([
  all.metadata.component['bom-ref'],
  ...components.map((component) => component['bom-ref']),
]);
const dependencies = all.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }));
const { $schema, bomFormat, specVersion, version } = all;
const component = { ...all.metadata.component, name: 'insight-report' };
// Without a time and a serial number, the same lock file gives the same bytes.
const bom = { $schema, bomFormat, specVersion, version, metadata: { component }, components, dependencies };
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
