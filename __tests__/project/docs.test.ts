import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withDifferences } from '../../scripts/druid-docs.ts';
import { withInputsTable } from '../../scripts/inputs-docs.ts';
import { llmsIndex } from '../../scripts/llms.ts';
import { withQuerySupport } from '../../scripts/query-docs.ts';
import { loadCommands } from '../../src/cli/main.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'SKILL.md',
  'llms.txt',
  ...globSync('docs/**/*.md', { cwd: root }),
];

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

test('each message that docs/how-to/troubleshoot.md explains is one that the sources write', () => {
  const sources = globSync('src/**/*.ts', { cwd: root }).map(read);
  const cells = [...read('docs/how-to/troubleshoot.md').matchAll(/^\| ([^|]+?) +\| /gm)].map(
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

/** The words of a page's prose: without code, tables and pictures. */
function wordsOf(page: string): number {
  const prose = page
    .replace(/```[^]*?```/g, '')
    .replace(/^\|.*$/gm, '')
    .replace(/<!-- (\w+) -->[^]*?<!-- \/?\1 -->/g, '');
  return prose.split(/\s+/).filter(Boolean).length;
}

const GUIDES = globSync('docs/{start,how-to,explain,operate}/**/*.md', { cwd: root });

describe.each(GUIDES)('%s', (page) => {
  const text = read(page);

  test(`${page} has at most 700 words, a question or what you want as its title, and leads on`, () => {
    expect(wordsOf(text)).toBeLessThanOrEqual(700);
    expect(text).toMatch(/^# .+[?.]\n\n/);
    expect(text.trimEnd().split('\n').slice(-3).join(' ')).toContain('**Next:** ');
  });
});

test('docs/ has at most 25,000 words outside of what is generated', () => {
  const generated =
    /reference\/(?:cli|inputs|mappings|template-view)|contributing\/faults|cluster\/differences|move-from/;
  const pages = globSync('docs/**/*.md', { cwd: root }).filter((page) => !generated.test(page));
  const words = pages.flatMap((page) => read(page).split(/\s+/)).filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(pages.length).toBeGreaterThan(50);
  expect(words.length).toBeLessThanOrEqual(25_000);
});

test('docs/README.md leads to every page, but for decisions and single commands', () => {
  const linked = new Set(linksOf('docs/README.md').map(({ path }) => path));
  const pages = globSync('docs/**/*.md', { cwd: root }).filter(
    (page) => !/^docs\/(README\.md|contributing\/decisions\/|reference\/cli\/(?!README))/.test(page),
  );
  expect(pages.filter((page) => !linked.has(page))).toEqual([]);
});

test('llms.txt is the index of the docs (to renew it: `node scripts/llms.ts`)', () => {
  expect(read('llms.txt')).toBe(llmsIndex());
});

test('SKILL.md has at most 1,500 tokens, and names commands and flags that there are', async () => {
  const skill = read('SKILL.md');
  // A token of English and code has three characters or more.
  expect(skill.length / 3).toBeLessThanOrEqual(1500);
  const specs = (await loadCommands()).map(({ spec }) => spec);
  const named = [...skill.matchAll(/`([a-z]+)(?: [^`]*)?`/g)].map(([code, word = '']) => ({ code, word }));
  const commands = named.filter(({ word }) => specs.some(({ name }) => name.split(' ')[0] === word));
  expect(commands.length).toBeGreaterThan(10);
  const unknown = commands.flatMap(({ code, word }) => {
    const flags = specs
      .filter(({ name }) => name.split(' ')[0] === word)
      .flatMap(({ flags: all }) => Object.keys(all));
    return (code.match(/(?<=--)[a-z-]+/g) ?? []).filter((flag) => !flags.includes(flag));
  });
  expect(unknown).toEqual([]);
});

test('the glossary has at most 40 words', () => {
  const rows = [...read('docs/contributing/glossary.md').matchAll(/^\| [a-z]/gm)];
  expect(rows.length - 1).toBeLessThanOrEqual(40);
});

describe('README.md', () => {
  const readme = read('README.md');

  test('README.md has at most 450 words', () => {
    expect(wordsOf(readme)).toBeLessThanOrEqual(450);
  });

  test('README.md has the two commands that anyone can type, one to see it and one to work on it', () => {
    const commands = [...readme.matchAll(/```sh\n([^]*?)\n```/g)].map(([, command]) => command);
    expect(commands).toEqual(['npm run demo', 'npm cit']);
  });
});

test('docs/operate/cluster/differences.md has the differences that the tests know (to renew it: `node scripts/druid-docs.ts`)', () => {
  const page = read('docs/operate/cluster/differences.md');
  expect(withoutPadding(withDifferences(page))).toBe(withoutPadding(page));
});

test('docs/reference/inputs.md has the inputs that there are (to renew it: `node scripts/inputs-docs.ts`)', () => {
  const page = read('docs/reference/inputs.md');
  expect(withInputsTable(page)).toBe(page);
});

test('docs/reference/query-support.md has the types and limits that there are (to renew it: `node scripts/query-docs.ts`)', () => {
  const page = read('docs/reference/query-support.md');
  expect(withoutPadding(withQuerySupport(page))).toBe(withoutPadding(page));
});

/** Without what the formatter adds to a table. */
function withoutPadding(page: string): string {
  return page.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---');
}

test('docs/reference/outputs.md names every output that action.yml declares', () => {
  const page = read('docs/reference/outputs.md');
  const outputs = read('action.yml').split('\noutputs:\n')[1]?.split('\nruns:')[0] ?? '';
  const names = [...outputs.matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

describe('docs/contributing/architecture.md', () => {
  const page = read('docs/contributing/architecture.md');

  test('docs/contributing/architecture.md leads from each question to the declaration that answers it', () => {
    const answers = [...page.matchAll(/\[`(\w+)`\]\(\.\.\/\.\.\/([^)]+)\)/g)];
    const asked = answers.map(([, , path = '']) => path);
    for (const needed of [
      /^src\/report\/gate\//,
      /^src\/report\/publish\//,
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

  test('docs/contributing/architecture.md has a sentence for every room', () => {
    const folders = readdirSync(join(root, 'src')).filter((name) =>
      statSync(join(root, 'src', name)).isDirectory(),
    );
    expect(folders.filter((name) => !page.includes(`\`${name}/\``))).toEqual([]);
  });
});
