// What is installed and bundled: said in docs/explain/supply-chain.md, permitted in package.json, listed
// for who asks.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const LOCKED = v.looseObject({
  version: v.optional(v.string()),
  dev: v.optional(v.boolean()),
  hasInstallScript: v.optional(v.boolean()),
});
const { packages } = v.parse(
  v.object({ packages: v.record(v.string(), LOCKED) }),
  JSON.parse(read('package-lock.json')),
);
const nameOf = (place: string) => place.replace(/^.*node_modules\//, '');
const { allowScripts } = v.parse(
  v.object({ allowScripts: v.record(v.string(), v.boolean()) }),
  JSON.parse(read('package.json')),
);

test('package.json says of each package with an install script whether it may run, and of no other', () => {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(Object.keys(allowScripts).sort()).toEqual(scripted.map(([place]) => nameOf(place)).sort());
  // What users install has none.
  expect(scripted.filter(([, { dev }]) => dev !== true)).toEqual([]);
});

test('docs/explain/supply-chain.md names the packages whose install scripts may run', () => {
  const [, names = ''] =
    /install ([^.]+?), the only packages? that may run one/.exec(read('docs/explain/supply-chain.md')) ?? [];
  const named = [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort();
  const running = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  expect(named).toEqual(running.sort());
});

const BOM = v.object({
  bomFormat: v.literal('CycloneDX'),
  components: v.array(v.looseObject({ name: v.string(), version: v.string(), 'bom-ref': v.string() })),
  dependencies: v.array(v.object({ ref: v.string(), dependsOn: v.array(v.string()) })),
});

test('the bill of materials lists just what is bundled and installed, in the versions of the lock file', () => {
  const bom = v.parse(
    BOM,
    JSON.parse(
      execFileSync('node', ['scripts/sbom.mjs', 'dist/licenses.txt'], { cwd: root, encoding: 'utf8' }),
    ),
  );
  const bundled = new Set(
    [...read('dist/licenses.txt').matchAll(/^(\S+) \([\w .-]+\)\n\n/gm)].map(([, name]) => name),
  );
  const expected = Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && (dev !== true || bundled.has(nameOf(place))))
    .map(([place, { version }]) => `${nameOf(place)}@${version ?? ''}`);
  expect([...bundled]).toEqual(expect.arrayContaining(['undici', 'yaml', 'handlebars', 'web-tree-sitter']));
  expect(expected).toContainEqual(expect.stringMatching(/^@duckdb\/node-api@/));
  expect(bom.components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(
    [...new Set(expected)].sort(),
  );
  const refs = new Set(bom.components.map((component) => component['bom-ref']));
  for (const { dependsOn } of bom.dependencies)
    expect(dependsOn.filter((each) => !refs.has(each))).toEqual([]);
});
