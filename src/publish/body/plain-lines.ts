/** A line and its offsets: `end` is before its line end, `next` after it. */
export interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/**
 * The lines outside fenced code blocks, HTML comments, `<pre>` and the like, by CommonMark's rules; and the
 * line that closes the block that the text leaves open, null if it leaves none open.
 */
export function plainLines(text: string): {
  readonly lines: readonly Line[];
  readonly closing: string | null;
} {
  const plain: Line[] = [];
  let open: OpenBlock | null = null;
  for (const match of text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    const [whole, line = ''] = match;
    // The pattern also matches the empty text at the end, which is not a line.
    if (whole === '') break;
    if (open !== null) {
      if (open.end.test(line)) open = null;
      continue;
    }
    open = openedBlock(line);
    const start = match.index;
    if (open === null)
      plain.push({ text: line, start, end: start + line.length, next: start + whole.length });
  }
  return { lines: plain, closing: open?.closing ?? null };
}

/** Closes the block that a text leaves open. */
export function closeBlock(text: string): string {
  const { closing } = plainLines(text);
  return closing === null ? text : `${text}\n${closing}`;
}

interface OpenBlock {
  readonly closing: string;
  readonly end: RegExp;
}

function openedBlock(line: string): OpenBlock | null {
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) {
    const mark = fence[0] === '~' ? '~' : '`';
    return { closing: fence, end: new RegExp(`^ {0,3}${mark}{${fence.length},}[ \\t]*$`) };
  }
  const html = HTML_BLOCKS.find(({ start }) => start.test(line));
  return html === undefined || html.end.test(line) ? null : html;
}

/** The HTML blocks that blank lines do not end. */
const HTML_BLOCKS: readonly (OpenBlock & { readonly start: RegExp })[] = [
  { start: /^ {0,3}<!--/, closing: '-->', end: /-->/ },
  { start: /^ {0,3}<\?/, closing: '?>', end: /\?>/ },
  { start: /^ {0,3}<!\[CDATA\[/, closing: ']]>', end: /\]\]>/ },
  ...['pre', 'script', 'style', 'textarea'].map((tag) => ({
    start: new RegExp(`^ {0,3}<${tag}(?:[ \\t>]|$)`, 'i'),
    closing: `</${tag}>`,
    end: /<\/(?:pre|script|style|textarea)>/i,
  })),
];
