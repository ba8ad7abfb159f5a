// Finds assertions without quotes that YAML cuts or reads as something else, `share("a #1")` as `share("a`,
// and says how to quote them: before the YAML is parsed, since afterwards nothing shows the mistake.

/** An assertion that YAML would read differently: its line (from 1), why, and how to write it instead. */
interface YamlPitfall {
  readonly line: number;
  readonly assertion: string;
  readonly why: string;
  readonly write: string;
}

/**
 * Finds the assertions of `thresholds` that YAML would read differently: ` #` begins a comment, `: ` makes a
 * map, a comma separates items inside `{…}`, and some first characters have a special meaning.
 */
export function findYamlPitfalls(text: string): readonly YamlPitfall[] {
  const pitfalls: YamlPitfall[] = [];
  let blockIndent: number | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const indent = line.search(/\S/);
    if (indent < 0 || (blockIndent !== null && indent > blockIndent)) continue;
    blockIndent = /(?:^|\s)[|>][-+0-9]*\s*(?:#.*)?$/.test(line) ? indent : null;
    if (blockIndent !== null || /^\s*#/.test(line)) continue;
    const { prefix, assertion } = assertionOf(line.trim().replace(/^(?:-\s+)+/, ''));
    if (assertion === null) continue;
    const pitfall = assertion.startsWith('{')
      ? findFlowPitfall(assertion)
      : findScalarPitfall(prefix, assertion);
    if (pitfall !== null) pitfalls.push({ line: index + 1, assertion, ...pitfall });
  }
  return pitfalls;
}

/** The same in a config file, below each `thresholds:` of it. */
export function findPitfallsInFile(text: string): readonly YamlPitfall[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const [, indent, after = ''] = /^([ \t]*)thresholds:(.*)$/s.exec(line) ?? [];
    const firstValue = after.trimStart();
    // A block scalar is a string, which is checked when it is read.
    if (indent === undefined || /^[|>]/.test(firstValue)) return [];
    const body = [firstValue, ...linesBelow(lines.slice(index + 1), indent.length)];
    return findYamlPitfalls(body.join('\n')).map((pitfall) => ({ ...pitfall, line: index + pitfall.line }));
  });
}

/**
 * The lines that belong to a key: those indented deeper, and the dashes of a list at the key's own
 * indentation.
 */
function linesBelow(lines: readonly string[], indent: number): readonly string[] {
  const end = lines.findIndex((line) => {
    const lineIndent = line.search(/\S/);
    return lineIndent >= 0 && lineIndent <= indent && !(lineIndent === indent && /^\s*(?:-\s|#)/.test(line));
  });
  return end < 0 ? lines : lines.slice(0, end);
}

type Rewriting = Pick<YamlPitfall, 'why' | 'write'> | null;

/** Keys whose values are not assertions. */
const OTHER_KEYS: ReadonlySet<string> = new Set([
  'insight',
  'title',
  'min-sample',
  'confidence',
  'missing-row',
  'reason',
  'until',
]);
const KEY = /^([\w.\- ]+|"[^"]*"|'[^']*'):(?:\s+(.*))?$/s;

/** The assertion in a line, and the key before it; null if the line has none: `os: total() > 1`. */
function assertionOf(body: string): { readonly prefix: string; readonly assertion: string | null } {
  const [, key, value] = KEY.exec(body) ?? [];
  if (key === undefined) return { prefix: '', assertion: body };
  const isAssertion = !OTHER_KEYS.has(key) && value !== undefined && value !== '';
  return { prefix: `${key}: `, assertion: isAssertion ? value : null };
}

/** A text in quotes, perhaps with a comment after it. */
const IN_QUOTES = /^(?:'(?:[^']|'')*'|"(?:\\.|[^"\\])*")\s*(?:#.*)?$/s;
/** A text in quotes that goes on in the next line. */
const OPEN_QUOTE = /^(?:'(?:[^']|'')*|"(?:\\.|[^"\\])*)$/s;

function findScalarPitfall(prefix: string, assertion: string): Rewriting {
  if (IN_QUOTES.test(assertion) || OPEN_QUOTE.test(assertion)) return null;
  const first = assertion.charAt(0);
  if (/["']/.test(first))
    return describePitfall(prefix, assertion, 'YAML takes the first quoted string for the whole assertion');
  // A list in brackets, as in JSON.
  if (prefix === '' && /^\[.*\]$/.test(assertion)) return null;
  if (/[!&*@`%[\]|>?]/.test(first)) {
    return describePitfall(prefix, assertion, `a "${first}" at the beginning has a special meaning in YAML`);
  }
  const cut = splittingReason(assertion);
  return cut === null ? null : describePitfall(prefix, assertion, cut);
}

/**
 * Why YAML would split a plain scalar. A ` #` outside of quotes begins a comment for a reader as well, so it
 * is not a pitfall.
 */
function splittingReason(assertion: string): string | null {
  let quote: string | null = null;
  for (let index = 0; index < assertion.length; index++) {
    const character = assertion.charAt(index);
    if (quote !== null && character === '\\') index++;
    else if (character === quote) quote = null;
    else if (quote === null && /["']/.test(character)) quote = character;
    else if (character === '#' && /\s/.test(assertion.charAt(index - 1))) {
      return quote === null ? null : 'YAML cuts it off at " #", which begins a comment';
    } else if (character === ':' && /^$|\s/.test(assertion.charAt(index + 1)))
      return 'YAML reads what is before ": " as a key';
  }
  return null;
}

function describePitfall(prefix: string, assertion: string, why: string): Rewriting {
  return { why, write: `${prefix}'${assertion.replaceAll("'", "''")}'` };
}

const ENTRY_KEY = /(?:^|,)\s*("?[\w.-]+"?)\s*:\s/g;

/** A pitfall in the assertions inside `{…}`; each goes from its key to the next key of an entry. */
function findFlowPitfall(assertion: string): Rewriting {
  const inside = assertion.replace(/\}\s*(?:#.*)?$/, '').slice(1);
  const keys = [...inside.matchAll(ENTRY_KEY)];
  for (const [index, match] of keys.entries()) {
    const [keyText, key = ''] = match;
    const start = match.index + keyText.length;
    const value = inside.slice(start, keys[index + 1]?.index ?? inside.length).trim();
    if (OTHER_KEYS.has(key) || IN_QUOTES.test(value)) continue;
    if (/[,[\]{}]/.test(value))
      return describePitfall(`${key}: `, value, 'a comma or a bracket separates items inside {…}');
    const pitfall = findScalarPitfall(`${key}: `, value);
    if (pitfall !== null) return pitfall;
  }
  return null;
}
