/** What a command takes from its surroundings, so that a test can hand in its own. */
export interface Io {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Columns of the terminal that stdout is; null where it is none. */
  readonly columns: number | null;
}
