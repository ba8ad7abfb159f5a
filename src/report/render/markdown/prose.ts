// Writes sentences that quote something from outside as Markdown in which nothing can act: `The answer was
// <html>.` gets a code span around `<html>`. Pure.
import { codeSpan } from './escape.ts';
import { display } from '../format/display.ts';
import { isPlain } from './plain-text.ts';

/** How many characters of a message are shown. */
const MESSAGE_LIMIT = 1000;

type WriteCode = (text: string) => string;

const codeAnywhere: WriteCode = (text) => codeSpan(text, 'anywhere');

/**
 * A sentence that quotes something from outside, as a paragraph. What stands between backticks is a code
 * span, as our own messages quote inputs and commands; of the rest, only the words that could act go into
 * code spans: `The answer was <html>.` becomes ``The answer was `<html>`.``
 */
export function escapeProse(text: string): string {
  // At the start of a paragraph, a word can begin a list or a heading.
  return escapeWords(text, codeAnywhere, (word) => isPlain(`${word} a`));
}

/** The same within a line, where no word can start a block. `code` writes the code spans. */
export function escapeInline(text: string, code = codeAnywhere): string {
  return escapeWords(text, code, isPlainWithin);
}

function isPlainWithin(word: string): boolean {
  return isPlain(`a ${word}`);
}

function escapeWords(text: string, code: WriteCode, isPlainFirst: (word: string) => boolean): string {
  const shown = display(text.trim(), MESSAGE_LIMIT);
  if (isPlain(shown)) return shown;
  const parts: string[] = [];
  // Neighbouring words that could act share a code span.
  let activeWords: string[] = [];
  const flush = () => {
    if (activeWords.length > 0) parts.push(quoteClause(activeWords.join(' '), code));
    activeWords = [];
  };
  for (const [index, word] of wordsOf(shown).entries()) {
    const [, before = '', quoted, after = ''] = QUOTED.exec(word) ?? [];
    const isPlainWord = index === 0 ? isPlainFirst(word) : isPlainWithin(word);
    // Between two words that could act, an additional blank belongs to their code span.
    const isText = word === '' ? activeWords.length === 0 : isPlainWord;
    const isClause = quoted !== undefined || word.includes(' ');
    if (isText || isClause) flush();
    if (quoted !== undefined) parts.push(before + code(quoted) + after);
    else if (isText) parts.push(word);
    else if (isClause) parts.push(quoteClause(word, code));
    else activeWords.push(word);
  }
  flush();
  return parts.join(' ');
}

const QUOTED = /^(\(?)`([^`]+)`([.,:;)?]*)$/s;

/** The words of a sentence. What our own messages quote from outside is one word, with all its blanks. */
function wordsOf(text: string): readonly string[] {
  return text.match(WORDS) ?? [];
}

const WORDS = new RegExp(
  `(?<= |^)(?:${[
    '\\(?`[^`]+`[.,:;)?]*(?= |$)', // `top: 5`
    '(?<=got )".*?"(?=[,;.](?: |$))[,;.]', // got "a "b" c"; (inputs/problems.ts)
    '\\(?"[^"]*"[.,:;)?]*(?= |$)', // "iOS 15"
    '\\(?\\$?\\{.*?\\}[.,:;)?]*(?= |$)', // ${{ secrets.TOKEN }}
    '(?<=at character \\d+ )\\(.*?\\):(?= )', // at character 7 (share iOS): (inputs/thresholds.ts)
    '(?<=Did you mean ).*?\\?$', // Did you mean share("iOS 15")? (inputs/problems.ts)
    '[^ ]*',
  ].join('|')})`,
  'gs',
);

/**
 * Puts words into a code span, but not the punctuation after them, nor a closing bracket that was opened
 * before them.
 */
function quoteClause(words: string, code: WriteCode): string {
  const [, quoted = words, end = ''] = /^(.*[^,.:;?])([,.:;?])$/su.exec(words) ?? [];
  const isClosing = quoted.length > 1 && quoted.endsWith(')') && !quoted.includes('(');
  return isClosing ? `${code(quoted.slice(0, -1))})${end}` : code(quoted) + end;
}
