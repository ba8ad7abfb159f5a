import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withDifferences } from '../../scripts/druid-docs.ts';
import { withInputsTable } from '../../scripts/inputs-docs.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: root })];

/** The relative links of a page: path from the root, and the heading that it leads to. */
function linksOf(page: string) {
  const places = /(?:\]\(|src=")(?!https?:)([^)"\s]+)/g;
  return [...read(page).matchAll(places)].map(([, link = '']) => {
    const [path = '', anchor] = link.split('#');
    return { path: path === '' ? page : join(dirname(page), path), anchor };
  });
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string) {
  const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(PAGES)('every link of %s leads to a file and a heading that exist', (page) => {
  const dead = linksOf(page).filter(({ path, anchor }) => {
    if (!existsSync(join(root, path))) return true;
    return anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).includes(anchor);
  });
  expect(dead).toEqual([]);
});

test('each message that docs/troubleshooting.md explains is one that the sources write', () => {
  const sources = globSync('src/**/*.ts', { cwd: root }).map(read);
  const cells = [...read('docs/troubleshooting.md').matchAll(/^\| ([^|]+?) +\| /gm)].map(
    ([, cell = '']) => cell,
  );
  const messages = cells.flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
  );
  // What differs is written as …, and a status comes from the answer.
  const parts = messages
    .flatMap((message) => message.replace(/ \(\d+\)$/, '').split('…'))
    .map((part) => part.trim());
  const written = parts.filter((part) => part !== '');
  expect(written.length).toBeGreaterThan(15);
  expect(written.filter((part) => !sources.some((source) => source.includes(part)))).toEqual([]);
});

describe('README.md', () => {
  const readme = read('README.md');

  test('README.md has at most 170 lines', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(170);
  });

  test('README.md says in its first eight lines for whom it is', () => {
    const first = readme.split('\n').slice(0, 8).join('\n');
    expect(first).toMatch(/app .*TelemetryDeck.*service of\s+their own/s);
  });

  test('README.md begins with the two commands, one to see it and one to work on it', () => {
    const beginning = readme.slice(0, readme.indexOf('\n## '));
    const commands = [...beginning.matchAll(/```sh\n([^]*?)\n```/g)].map(([, command]) => command);
    expect(commands).toEqual(['npm run demo', 'npm cit']);
  });
});

test('docs/druid.md has the differences that the tests know (to renew it: `node scripts/druid-docs.ts`)', () => {
  const page = read('docs/druid.md');
  expect(withDifferences(page)).toBe(page);
});

describe('docs/inputs.md', () => {
  const page = read('docs/inputs.md');

  test('docs/inputs.md has the inputs that there are (to renew it: `node scripts/inputs-docs.ts`)', () => {
    expect(withInputsTable(page)).toBe(page);
  });

  test('docs/inputs.md names every output that action.yml declares', () => {
    const outputs = read('action.yml').split('\noutputs:\n')[1]?.split('\nruns:')[0] ?? '';
    const names = [...outputs.matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const page = read('docs/architecture.md');

  test('docs/architecture.md leads from each question to the declaration that answers it', () => {
    const answers = [...page.matchAll(/\[`(\w+)`\]\(\.\.\/([^)]+)\)/g)];
    const asked = answers.map(([, , path = '']) => path);
    for (const needed of [
      /^src\/gate\//,
      /^src\/publish\//,
      /engines\/duckdb\/top-n\.ts$/,
      /^src\/service\/store\//,
    ])
      expect(asked).toContainEqual(expect.stringMatching(needed));
    const wrong = answers.filter(([, name = '', path = '']) => {
      return !new RegExp(`^export (?:async )?(?:function|const|interface|type|class) ${name}\\b`, 'm').test(
        read(path),
      );
    });
    expect(wrong.map(([link]) => link)).toEqual([]);
  });

  test('docs/architecture.md has a sentence for every room', () => {
    const folders = readdirSync(join(root, 'src')).filter((name) =>
      statSync(join(root, 'src', name)).isDirectory(),
    );
    expect(folders.filter((name) => !page.includes(`\`${name}/\``))).toEqual([]);
  });
});
