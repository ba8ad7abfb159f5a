import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Every page that has commands, workflows or queries to copy. */
export const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'SKILL.md'].concat(
  globSync('{docs,examples}/**/*.md', { cwd: ROOT }).sort(),
);

export interface Block {
  readonly language: string;
  readonly text: string;
  /** The file that the text above tells the reader to save it as. */
  readonly file: string | null;
  /** The lines of commands, each as its pipe; of a text block, those that may be commands. */
  readonly pipes: readonly (readonly ShellCommand[])[];
  /** Whether the text above tells the reader to stop the service first. */
  readonly isAfterStop: boolean;
}

/** The fenced blocks of a page, without their indentation. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const fences = text.matchAll(/((?:(?!```)[^])*?)^( *)```(\w+)\n([^]*?)^ *```$/gm);
  return [...fences].map(([, before = '', indent = '', language = '', body = '']) => ({
    language,
    text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    pipes: language === 'sh' || language === 'text' ? pipesOf(body) : [],
    file: [...before.matchAll(/`([\w.-]+\.(?:json|mjs))`/g)].at(-1)?.[1] ?? null,
    isAfterStop: before.includes('Stop `serve`'),
  }));
}

/** One command of a pipe, with what redirects its output. */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly output: string | null;
}

/** The lines of a block of commands, each as its pipe of commands; comments are left out. */
function pipesOf(text: string): readonly (readonly ShellCommand[])[] {
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
  return lines.map((line) => splitLine(line)).filter((commands) => commands.length > 0);
}

function splitLine(line: string): readonly ShellCommand[] {
  const commands: string[][] = [[]];
  const words = line.replace(/(^|\s)#.*$/, '').match(/(?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^\s'"])+/g) ?? [];
  for (const word of words)
    if (word === '|' || word === '&&') commands.push([]);
    else commands.at(-1)?.push(word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  return commands.filter((each) => each.length > 0).map(withOutput);
}

function withOutput(words: readonly string[]): ShellCommand {
  const at = words.findIndex((word) => /^>>?$/.test(word));
  return at === -1 ? { words, output: null } : { words: words.slice(0, at), output: words[at + 1] ?? null };
}
