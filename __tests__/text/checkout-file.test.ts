import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseReports } from '../../src/report/inputs/parse-reports.ts';
import { nodeInputEffects } from '../../src/report/run/effects.ts';
import { checkoutOf } from '../../src/text/checkout-file.ts';
import { messageOf } from '../../src/text/errors.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const SECRET = 'c2VjcmV0OnRva2Vu';
const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';

/** A checkout whose git config holds a token, in a folder with another secret. */
function checkout() {
  const around = emptyFolder();
  const folder = join(around, 'checkout');
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(join(folder, 'modules', 'sub.git'), { recursive: true });
  writeFileSync(join(around, 'outside'), SECRET);
  writeFileSync(join(folder, '.git', 'config'), SECRET);
  writeFileSync(join(folder, 'modules', 'sub.git', 'config'), SECRET);
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  writeFileSync(join(folder, 'large'), 'x'.repeat(11 * 1_048_576));
  writeFileSync(join(folder, 'latin'), Buffer.from('one\ntwo\nna\u00efve', 'latin1'));
  return folder;
}

/** What each reader of files says about a file that is named so in the config file. */
async function refusals(folder: string, name: string, isStep: boolean): Promise<readonly string[]> {
  const link = (path: string): string => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    symlinkSync(name.startsWith('/') ? name : join(folder, name), join(folder, path));
    return path;
  };
  writeFileSync(join(folder, 'own.hbs'), '{{> row}}');
  const configs = [
    `config.yml`,
    `insights: ${ID}\ntemplate: ${link('template.hbs')}`,
    `insights: ${ID}\ntemplate: ${(link('partials/row.hbs'), 'own.hbs')}`,
    `queries: { a: { file: ${link('query.json')} } }`,
    `queries: { a: ${JSON.stringify(name)} }`,
    `insights: ${ID}\nreports: { a: { template: &t ${link('other.hbs')} }, b: { template: *t } }`,
  ];
  link('config.yml');
  const effects = nodeInputEffects({ isStep, folder });
  return Promise.all(
    configs.map(async (text, index) => {
      if (index > 0) writeFileSync(join(folder, `c${index}.yml`), text);
      const config = index === 0 ? text : `c${index}.yml`;
      return parseReports({ config, 'api-token': 'tdpat_x' }, effects).then(() => 'was read', messageOf);
    }),
  );
}

test.each([
  ['.git/config', /in a git directory/],
  ['modules/sub.git/config', /in a git directory/],
  ['../outside', /outside of the workspace/],
  ['/proc/self/environ', /outside of the workspace/],
  ['/dev/stdin', /outside of the workspace/],
  ['pipe', /a pipe, a device or a socket/],
  ['.git', /in a git directory/],
  ['modules', /a folder/],
  ['large', /larger than 10? MiB|larger than 1 MiB/],
  ['latin', /not UTF-8 text/],
])(
  'no config file, query, template or partial of a checkout is read from %s',
  async (name, reason) => {
    for (const isStep of [true, false]) {
      const found = await refusals(checkout(), name, isStep);
      for (const each of found) expect(each).toMatch(reason);
      expect(found.join()).not.toContain(SECRET);
    }
  },
  60_000,
);

test('a user of the command line may name a file elsewhere, a config file may not', async () => {
  const folder = checkout();
  const elsewhere = join(emptyFolder(), 'own.hbs');
  writeFileSync(elsewhere, 'text');
  writeFileSync(join(folder, 'c.yml'), `template: ${elsewhere}\n`);
  const inputs = { insights: ID, 'api-token': 'tdpat_x' };
  const effects = nodeInputEffects({ folder });
  await expect(parseReports({ ...inputs, template: elsewhere }, effects)).resolves.toHaveLength(1);
  const refused = [
    parseReports({ ...inputs, config: 'c.yml' }, effects),
    parseReports({ ...inputs, template: elsewhere }, nodeInputEffects({ isStep: true, folder })),
  ];
  for (const each of refused) await expect(each).rejects.toThrow('outside of the workspace');
});

test('a file of the repository is read from a folder in it, and through a link that stays in it', async () => {
  const folder = checkout();
  mkdirSync(join(folder, 'app'));
  writeFileSync(join(folder, 'shared.hbs'), 'text');
  symlinkSync('../shared.hbs', join(folder, 'app', 'own.hbs'));
  expect(checkoutOf(join(folder, 'app'))).toBe(folder);
  const effects = nodeInputEffects({ folder: join(folder, 'app') });
  const inputs = { insights: ID, 'api-token': 'tdpat_x', template: 'own.hbs' };
  await expect(parseReports(inputs, effects)).resolves.toHaveLength(1);
});
