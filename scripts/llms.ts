// Writes llms.txt, the index of the docs for agents, from the README, docs/README.md and the pages' titles:
// `node scripts/llms.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The text of llms.txt. */
export function llmsIndex(): string {
  const [, pitch = ''] = /\*\*([^]*?)\n\n/.exec(read('README.md')) ?? [];
  const summary = pitch
    .replace('**', '')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\s+/g, ' ');
  const sections = read('docs/README.md').split('\n## ').slice(1).filter(isOfPages).map(section);
  const agents = '## Agents\n\n- [Which command answers which question?](SKILL.md)';
  return `${['# Insight Report', `> ${summary}`, agents, ...sections].join('\n\n')}\n`;
}

/** The agents' own section comes first, by hand. */
function isOfPages(text: string): boolean {
  return !text.startsWith('Use it from an agent');
}

function section(text: string): string {
  const [heading = ''] = text.split('\n');
  const links = [...text.matchAll(/\]\(([^)]+\.(?:md|yaml))\)/g)].map(([, path = '']) => `docs/${path}`);
  return `## ${heading}\n\n${links.map((path) => `- [${titleOf(path)}](${path})`).join('\n')}`;
}

function titleOf(path: string): string {
  const pattern = path.endsWith('.yaml') ? /^ +title: (.+)$/m : /^# (.+)$/m;
  return pattern.exec(read(path))?.[1] ?? path;
}

if (import.meta.main) writeFileSync(join(ROOT, 'llms.txt'), llmsIndex());
