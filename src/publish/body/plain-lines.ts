/** A line and its offsets: `end` is before its line end, `next` after it. */
export interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/**
 * The lines outside fenced code blocks and HTML comments, by CommonMark's rules; and the line that closes the block that the text leaves
 * open, null if it leaves none open.
 */
export function plainLines(text: string): { readonly lines: readonly Line[]; readonly closing: string | null } {
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
    if (open === null) plain.push({ text: line, start, end: start + line.length, next: start + whole.length });
  }
  return { lines: plain, closing: open?.closing ?? null };
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
  return /^ {0,3}<!--(?!.*-->)/.test(line) ? { closing: '-->', end: /-->/ } : null;
}
