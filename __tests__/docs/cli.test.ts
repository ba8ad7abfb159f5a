import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCommands } from '../../src/cli/main.ts';
import { withCommands } from '../../scripts/cli-docs.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'cli.md'), 'utf8');
const specs = (await loadCommands()).map(({ spec }) => spec);

test('docs/cli.md lists every command and flag (to renew it: `node scripts/cli-docs.ts`)', async () => {
  expect(await withCommands(page)).toBe(page);
  for (const { name } of specs) expect(page).toContain(`\n## ${name}\n`);
});

test.each(specs)(
  'only the last operand of $name may repeat, and none follows an optional one',
  ({ operands = {} }) => {
    const all = Object.values(operands);
    expect(all.slice(0, -1).some(({ repeats }) => repeats === true)).toBe(false);
    const firstOptional = all.findIndex(({ required }) => required !== true);
    expect(all.slice(firstOptional).every(({ required }) => firstOptional === -1 || required !== true)).toBe(
      true,
    );
  },
);
