// Finds a key or an insight's name without its quotes, the usual reason for an assertion that cannot be
// parsed: `share(iOS 15)`. Called by `parse.ts`.
import { READ_FUNCTIONS, SET_EXAMPLES } from './calls.ts';
import { type KnownInsights, writtenInsight } from './insights.ts';
import { tokenize } from './tokens.ts';

/**
 * The key, or the insight's name, that an expression with an error at `place` has without its quotes; null if
 * there is none:
 * - `share(iOS 15) < 2%` → `iOS 15`, and the hint `share("iOS 15")`
 * - `share(oneOf(iOS 15, iOS 16))` → `oneOf("iOS 15", "iOS 16")`
 * - `daily-users.total() > 5` → `daily-users`
 * - `rows.all(r, share(r.key) < 2%)` → null
 */
export function findUnquoted(source: string, place: number, insights: Pick<KnownInsights, 'all'>) {
  // What is in quotes already, and comments, are made unreadable without moving the rest.
  const bare = tokenize(source)
    .map(({ kind, text }) => (kind === 'text' || kind === 'comment' ? '"'.repeat(text.length) : text))
    .join('');
  return findKey(bare, place) ?? findName(bare, insights);
}

const FUNCTIONS = [...READ_FUNCTIONS, ...Object.keys(SET_EXAMPLES)].join('|');

/**
 * `iOS 15` of `share(iOS 15)` or `share(“iOS 15”)`. What is read from an item of a list, `r.key`, is none.
 */
function findKey(bare: string, place: number) {
  // A function, its bracket, and up to the closing one any text without quotes and operators: `share( iOS 15
  // )`.
  for (const { 0: call, 1: start = '', 2: name = '', 3: written = '', index } of bare.matchAll(
    new RegExp(`\\b((${FUNCTIONS})\\(\\s*)([^()"'<>=&|!%?]*[^()"'<>=&|!%?\\s])\\s*\\)`, 'g'),
  )) {
    const key = written.replace(/[“”‘’]/g, '');
    const isAtError = index <= place && place < index + call.length;
    const isField = /^[a-z_]\w*\.[a-z_]/i.test(key);
    if (!isAtError || isField) continue;
    const quoted = (name === 'oneOf' ? key.split(/\s*,\s*/) : [key])
      .map((each) => JSON.stringify(each))
      .join(', ');
    return { ...needsQuotes(key, index + start.length), hint: `${name}(${quoted})` };
  }
  return null;
}

/** `daily-users` of `daily-users.total()`. */
function findName(bare: string, { all }: Pick<KnownInsights, 'all'>) {
  for (const { name } of all) {
    const index = bare.toLowerCase().indexOf(`${name.toLowerCase()}.`);
    const quoted = writtenInsight(name);
    if (index < 0 || quoted === name || /\w/.test(bare[index - 1] ?? '')) continue;
    return { ...needsQuotes(`the name ${JSON.stringify(name)}`, index), hint: quoted };
  }
  return null;
}

function needsQuotes(what: string, start: number) {
  return { why: `${what} has to be in quotes ("…")`, at: start + 1 };
}
