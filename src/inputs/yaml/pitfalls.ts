/** An assertion that YAML would cut or twist: its line (from 1), by what, and how to write it so that it stays whole. */
export interface YamlPitfall {
  readonly line: number;
  readonly given: string;
  readonly why: string;
  readonly write: string;
}

/**
 * Finds the assertions of `thresholds` that YAML reads as something else than they say: ` #` begins a comment, `: ` makes a
 * map, a comma divides what stands in `{…}`, and some first characters have a meaning of their own.
 */
export function findYamlPitfalls(text: string): readonly YamlPitfall[] {
  const twists: YamlPitfall[] = [];
  let blockIndent: number | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const indent = line.search(/\S/);
    if (indent < 0 || (blockIndent !== null && indent > blockIndent)) continue;
    blockIndent = /(?:^|\s)[|>][-+0-9]*\s*(?:#.*)?$/.test(line) ? indent : null;
    if (blockIndent !== null || /^\s*#/.test(line)) continue;
    const { prefix, rest } = assertionOf(line.trim().replace(/^(?:-\s+)+/, ''));
    if (rest === null) continue;
    const twist = rest.startsWith('{') ? findFlowPitfall(rest) : findScalarPitfall(prefix, rest);
    if (twist !== null) twists.push({ line: index + 1, given: rest, ...twist });
  }
  return twists;
}

type Rewriting = Pick<YamlPitfall, 'why' | 'write'> | null;

/** Keys whose values are no assertions. */
const OTHER_KEYS: ReadonlySet<string> = new Set(['insight', 'min-sample', 'missing-row', 'reason', 'until']);
const KEY = /^([\w.\- ]+|"[^"]*"|'[^']*'):(?:\s+(.*))?$/s;

function assertionOf(body: string): { readonly prefix: string; readonly rest: string | null } {
  const [, key, value] = KEY.exec(body) ?? [];
  if (key === undefined) return { prefix: '', rest: body };
  const isAssertion = !OTHER_KEYS.has(key) && value !== undefined && value !== '';
  return { prefix: `${key}: `, rest: isAssertion ? value : null };
}

const WHOLE_IN_QUOTES = /^(?:'(?:[^']|'')*'|"(?:\\.|[^"\\])*")\s*(?:#.*)?$/s;
const OPEN_QUOTE = /^(?:'(?:[^']|'')*|"(?:\\.|[^"\\])*)$/s;

function findScalarPitfall(prefix: string, rest: string): Rewriting {
  if (WHOLE_IN_QUOTES.test(rest) || OPEN_QUOTE.test(rest)) return null;
  const first = rest.charAt(0);
  if (/["']/.test(first)) return describePitfall(prefix, rest, 'YAML takes the first quoted text for the whole of it');
  // A list in brackets, as JSON has them.
  if (prefix === '' && /^\[.*\]$/.test(rest)) return null;
  if (/[!&*@`%[\]|>?]/.test(first)) {
    return describePitfall(prefix, rest, `a "${first}" at the beginning means something else in YAML`);
  }
  const cut = reasonYamlSplits(rest);
  return cut === null ? null : describePitfall(prefix, rest, cut);
}

/** What YAML takes a plain text apart by; what follows a ` #` outside of a text is a comment to everybody. */
function reasonYamlSplits(rest: string): string | null {
  let quote: string | null = null;
  for (let index = 0; index < rest.length; index++) {
    const character = rest.charAt(index);
    if (quote !== null && character === '\\') index++;
    else if (character === quote) quote = null;
    else if (quote === null && /["']/.test(character)) quote = character;
    else if (character === '#' && /\s/.test(rest.charAt(index - 1))) {
      return quote === null ? null : 'YAML cuts it off at " #", where a comment begins';
    } else if (character === ':' && /^$|\s/.test(rest.charAt(index + 1)))
      return 'YAML makes a key of what stands before ": "';
  }
  return null;
}

function describePitfall(prefix: string, rest: string, why: string): Rewriting {
  return { why, write: `${prefix}'${rest.replaceAll("'", "''")}'` };
}

const ENTRY_KEY = /(?:^|,)\s*("?[\w.-]+"?)\s*:\s/g;

/** The assertions within `{…}`: each goes from its key to the next key that an entry can have. */
function findFlowPitfall(rest: string): Rewriting {
  const inside = rest.replace(/\}\s*(?:#.*)?$/, '').slice(1);
  const keys = [...inside.matchAll(ENTRY_KEY)];
  for (const [index, match] of keys.entries()) {
    const [whole, key = ''] = match;
    const start = match.index + whole.length;
    const value = inside.slice(start, keys[index + 1]?.index ?? inside.length).trim();
    if (OTHER_KEYS.has(key) || WHOLE_IN_QUOTES.test(value)) continue;
    if (/[,[\]{}]/.test(value))
      return describePitfall(`${key}: `, value, 'a comma or a bracket divides what stands in {…}');
    const twist = findScalarPitfall(`${key}: `, value);
    if (twist !== null) return twist;
  }
  return null;
}
