/** A cell of a row: null where nothing stands in it, not even quotes. */
export type Cell = string | null;

/** The cells of a row whose quotes are closed; null where something stands behind a closing quote. */
export function splitCells(text: string, delimiter: string): readonly Cell[] | null {
  if (!text.includes('"')) return text.split(delimiter).map((cell) => (cell === '' ? null : cell));
  const cells: Cell[] = [];
  let at = 0;
  while (at <= text.length) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? closingQuote(text, at) + 1 : nextOrEnd(text, delimiter, at);
    if (end === 0 || (isQuoted && end < text.length && text[end] !== delimiter)) return null;
    const cell = isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end);
    cells.push(cell === '' && !isQuoted ? null : cell);
    at = end + 1;
  }
  return cells;
}

function nextOrEnd(text: string, delimiter: string, from: number): number {
  const next = text.indexOf(delimiter, from);
  return next === -1 ? text.length : next;
}

/** Where the quote that opens here closes, a doubled one being text; -1 where it does not. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** Follows the quotes of a row over its lines. */
export class Quotes {
  private readonly delimiter: string;
  private isOpen = false;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  /** Whether a quote is open at the end of the row's next line. */
  after(line: string): boolean {
    // A quote opens at the beginning of a cell only; elsewhere it is text.
    let at = this.isOpen ? 0 : this.opening(line, 0);
    while (at !== -1) {
      const close = closingQuote(line, at - 1);
      this.isOpen = close === -1;
      if (this.isOpen) return true;
      at = this.opening(line, this.nextCell(line, close + 1));
    }
    return false;
  }

  /** Behind the quote that opens the next quoted cell; -1 where there is none. */
  private opening(line: string, from: number): number {
    let at = from;
    while (at !== -1 && at < line.length) {
      if (line[at] === '"') return at + 1;
      at = this.nextCell(line, at);
    }
    return -1;
  }

  private nextCell(line: string, from: number): number {
    const next = line.indexOf(this.delimiter, from);
    return next === -1 ? -1 : next + 1;
  }
}
