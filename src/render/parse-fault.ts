/** What a message of Handlebars' parser says, in words; null for any other message. */
export function parseFault(message: string): { readonly line: number; readonly problem: string } | null {
  const [, line, near = '', got = 'INVALID'] =
    /^Parse error on line (\d+):\n(.*)\n[^]*, got '(.*)'$/.exec(message) ?? UNREADABLE.exec(message) ?? [];
  if (line === undefined) return null;
  const what = WORDS[got] ?? `unexpected ${got}`;
  // It has begun to read such a comment twice.
  const quoted = near.replace('{{!-{{!--', '{{!--').trim();
  return { line: Number(line), problem: `cannot be parsed near ${quoted} (${what})` };
}

/** What the parser cannot even divide into words, such as a comment without an end. */
const UNREADABLE = /^Lexical error on line (\d+)\. Unrecognized text\.\n(.*)\n/;

/** `if doesn't match each`: how Handlebars says that a block is closed by another's name; null for any other message. */
export function crossedBlocks(message: string): string | null {
  const [, opened, closed] = /^(\S+) doesn't match (\S+) - /.exec(message) ?? [];
  return opened === undefined ? null : `{{#${opened} …}} is closed by {{/${closed}}}; it needs {{/${opened}}}`;
}

/** What the parser calls what it did not expect. */
const WORDS: Readonly<Record<string, string>> = {
  EOF: 'a block is not closed',
  INVALID: 'a {{ is not closed, or holds a character that cannot stand there',
  INVERSE: 'an {{else}} without a block, or a second one',
  OPEN_INVERSE_CHAIN: 'an {{else …}} without a block',
  OPEN_ENDBLOCK: 'a block is closed that is not open',
  CLOSE: 'the name or value before }} is missing',
  NUMBER: 'an index of a list stands in brackets: rows.[0]',
};
