// Writes README.md's table of inputs from the table that the inputs are read by. `node scripts/readme.ts`
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INPUTS, type DeclaredInput } from '../src/inputs/declared.ts';

const path = join(import.meta.dirname, '..', 'README.md');
const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The table of inputs, as README.md holds it between its marks. */
export function inputsTable(): string {
  const rows = Object.entries<DeclaredInput>(INPUTS).map(([name, input]) => {
    const holds = input.default || input.whenEmpty;
    return `| \`${name}\` | ${holds ? `\`${holds}\`` : ''} | ${cell(input.description)} |`;
  });
  return ['| input | default | |', '|:--|:--|:--|', ...rows].join('\n');
}

/** README.md with its table of inputs made anew. */
export function renewed(readme: string): string {
  return readme.replace(/(<!-- inputs -->\n)[^]*?(<!-- \/inputs -->)/, (_, open: string, close: string) => {
    return `${open}\n${inputsTable()}\n\n${close}`;
  });
}

if (import.meta.main) writeFileSync(path, renewed(readFileSync(path, 'utf8')));
