import { readFileSync } from 'node:fs';
import { expectPermissive } from '../support/licences.ts';

test('dist/licenses.txt has each package of the Action with its text, all permissive', () => {
  expectPermissive(readFileSync(new URL('../../dist/licenses.txt', import.meta.url), 'utf8'));
});
