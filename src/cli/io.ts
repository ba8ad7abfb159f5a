/** What a command takes from its surroundings, so that a test can hand in its own. */
export interface Io {
  readonly stdout: { write(text: string): unknown };
  /** `isTTY` and `columns`: whether it is a terminal, and how wide. */
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Columns of the terminal that stdout is; null where it is none. */
  readonly columns: number | null;
}

/** Waits for SIGINT or SIGTERM. The second signal, of either kind, ends the process at once, as it would without us. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}
