/** How many lines were refused for one reason, and which: the first few line numbers. */
export interface RefusalCount {
  readonly reason: string;
  readonly count: number;
  readonly lines: readonly number[];
}

const LIMIT_REASONS = 50;
const LIMIT_LINES = 5;

/** Counts refused lines by reason, in constant memory however many reasons there are. */
export class Tally {
  private readonly byReason = new Map<string, { count: number; lines: number[] }>();

  add(reason: string, line: number): void {
    const key = this.byReason.has(reason) || this.byReason.size < LIMIT_REASONS ? reason : 'other reasons';
    const entry = this.byReason.get(key) ?? { count: 0, lines: [] };
    entry.count += 1;
    if (entry.lines.length < LIMIT_LINES) entry.lines.push(line);
    this.byReason.set(key, entry);
  }

  /** The most frequent reason first. */
  counts(): readonly RefusalCount[] {
    return [...this.byReason].map(([reason, entry]) => ({ reason, ...entry })).sort((a, b) => b.count - a.count);
  }
}
