import { readFileSync } from 'node:fs';
import { mappingPages } from '../../scripts/import-docs.ts';

/** Without what the formatter changes. */
const words = (text: string) => text.replaceAll(/[\s|:-]+/g, ' ');

test.each([...mappingPages()])(
  '%s is what the mappings say (to renew it: `node scripts/import-docs.ts`)',
  (path, text) => {
    expect(words(readFileSync(path, 'utf8'))).toBe(words(text));
  },
);
