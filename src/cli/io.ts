/** What a command takes from its surroundings, so that a test can hand in its own. */
export interface Io {
  readonly stdout: { write(text: string): unknown };
  /** `isTTY` and `columns`: whether it is a terminal, and how wide. */
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Columns of the terminal that stdout is; null where it is none. */
  readonly columns: number | null;
}
