// Writes the table of inputs in docs/reference/inputs.md from the table that declares the inputs: `node
// scripts/inputs-docs.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INPUTS, type DeclaredInput, type InputName } from '../src/report/inputs/declared.ts';
import { DESCRIPTIONS } from '../src/report/inputs/descriptions.ts';

const path = join(import.meta.dirname, '..', 'docs', 'reference', 'inputs.md');
const cell = (text: string): string => text.replaceAll('|', '\\|');

function inputsTable(): string {
  const rows = Object.entries<DeclaredInput>(INPUTS).map(([name, input]) => {
    const value = input.default === '' ? '' : `\`${input.default}\``;
    return `| \`${name}\` | ${value} | ${cell(DESCRIPTIONS[name as InputName])} |`;
  });
  return ['| input | default | |', '|:--|:--|:--|', ...rows].join('\n');
}

/** The page with its table of inputs, between the two marks, made again. */
export function withInputsTable(page: string): string {
  return page.replace(/(<!-- inputs -->\n)[^]*?(<!-- \/inputs -->)/, (_, open: string, close: string) => {
    return `${open}\n${inputsTable()}\n\n${close}`;
  });
}

if (import.meta.main) writeFileSync(path, withInputsTable(readFileSync(path, 'utf8')));
