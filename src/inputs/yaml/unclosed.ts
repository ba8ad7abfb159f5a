/** A bracket, a brace or a quote that a YAML text opens and does not close. */
interface Unclosed {
  readonly opening: string;
  readonly at: number;
  readonly line: number;
  /** The line with what is missing at its end; null if that is not clear. */
  readonly write: string | null;
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * The last bracket, brace or quote that a flow value of a YAML text does not close; null if there is none.
 */
export function findUnclosed(text: string): Unclosed | null {
  const open: { readonly sign: string; readonly at: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (isComment(text, at)) at = endOf(text, '\n', at);
    else if (isStart(text, at) && (sign === '"' || sign === "'")) {
      const end = endOfQuote(text, at);
      if (end < 0) return describe(text, sign, at, '');
      at = end;
    } else if (isOpening(text, at, open.length > 0)) open.push({ sign, at });
    else if (open.length > 0 && sign === CLOSING[open.at(-1)?.sign ?? '']) open.pop();
  }
  const [outermost] = open;
  if (outermost === undefined) return null;
  const missing = open.toReversed().map(({ sign }) => CLOSING[sign] ?? '');
  return describe(text, outermost.sign, outermost.at, missing.join(''));
}

function isComment(text: string, at: number): boolean {
  return text.charAt(at) === '#' && /^\s?$/.test(text.charAt(at - 1));
}

/** Whether a value can begin here. */
function isStart(text: string, at: number): boolean {
  return /(?:^|[\n{[,]|[:-]\s)\s*$/.test(text.slice(Math.max(0, text.lastIndexOf('\n', at - 1)), at));
}

/** Inside of a flow value a brace opens wherever it stands, since a plain text cannot hold one. */
function isOpening(text: string, at: number, isInside: boolean): boolean {
  return Object.hasOwn(CLOSING, text.charAt(at)) && (isInside || isStart(text, at));
}

function endOfQuote(text: string, at: number): number {
  const quoted = text.charAt(at) === '"' ? /"(?:\\[^]|[^"\\])*"/y : /'(?:[^']|'')*'/y;
  quoted.lastIndex = at;
  return quoted.test(text) ? quoted.lastIndex - 1 : -1;
}

function endOf(text: string, sign: string, from: number): number {
  const end = text.indexOf(sign, from);
  return end < 0 ? text.length : end;
}

function describe(text: string, opening: string, at: number, missing: string): Unclosed {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const [first = '', ...more] = text
    .slice(before.lastIndexOf('\n') + 1)
    .trim()
    .split('\n');
  if (missing !== '' && more.length > 0)
    return { opening, at, line, write: findUnclosed(first)?.write ?? null };
  return { opening, at, line, write: missing === '' ? null : `${first}${missing}` };
}
