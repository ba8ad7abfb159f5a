// What a command may touch beside its arguments: streams, environment, terminal and the signal to stop.
// `cli.ts` passes the process's own, a test its own. Also how commands write JSON and logs to them.
import type { Readable, Writable } from 'node:stream';
import type { Log } from '../text/log.ts';
import { makeLinesVisible } from '../text/visible.ts';
import { neutralizeCommands, inertJson } from '../text/workflow-commands.ts';

/** What a command takes from its surroundings; a test passes its own. */
export interface Io {
  readonly stdout: { write(text: string): unknown };
  /** `isTTY` and `columns`: whether it is a terminal, and how wide. */
  readonly stderr: {
    write(text: string, onWritten?: (error?: Error | null) => void): unknown;
    readonly isTTY?: boolean;
    readonly columns?: number;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How many columns the terminal behind stdout has; null if stdout is not a terminal. */
  readonly columns: number | null;
  /** The terminal that questions can be asked on; without one, nothing is asked. */
  readonly terminal?: { readonly input: Readable; readonly output: Writable } | null;
  /** By default the process's own. */
  readonly stdin?: Readable;
  /** Settles when a command such as `serve` must stop; by default at SIGINT or SIGTERM. */
  readonly untilStopped?: () => Promise<void>;
}

/**
 * The runner of a workflow takes lines such as `::error::text` on either stream for commands. In a workflow
 * they are written so that it does not: an event's value could hold one.
 */
export function withoutCommands(io: Io): Io {
  if (io.env['GITHUB_ACTIONS'] !== 'true') return io;
  const { stdout, stderr } = io;
  return {
    ...io,
    stdout: { write: (text) => stdout.write(neutralizeCommands(text)) },
    stderr: { write: (text, onWritten) => stderr.write(neutralizeCommands(text), onWritten) },
  };
}

/** Waits until the command must stop. */
export function untilStopped(io: Io): Promise<void> {
  return (io.untilStopped ?? untilSignal)();
}

/**
 * Waits for SIGINT or SIGTERM. A second signal, of either kind, ends the process at once, as it would without
 * this listener.
 */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}

/** Writes a value as JSON that people can read, too. */
export function printJson(io: Pick<Io, 'stdout'>, value: unknown): void {
  io.stdout.write(`${inertJson(value, 2)}\n`);
}

/**
 * How many columns the terminal behind a stream has; null if it is not a terminal. One that does not know its
 * width says 0.
 */
export function terminalColumns(stream: {
  readonly isTTY?: boolean;
  readonly columns?: number;
}): number | null {
  if (stream.isTTY !== true) return null;
  return stream.columns === undefined || stream.columns === 0 ? DEFAULT_COLUMNS : stream.columns;
}

const DEFAULT_COLUMNS = 80;

/** Whether stdout takes colours: it is a terminal, and NO_COLOR is not set. */
export function takesColor(io: Io): boolean {
  return io.columns !== null && !io.env['NO_COLOR'];
}

/** The least important messages that a log writes; it never writes those for debugging. */
type LogLevel = 'information' | 'warnings' | 'errors';

/** A log on stderr, each line after `prefix`. */
export function stderrLog(io: Io, prefix: string, level: LogLevel = 'warnings'): Log {
  const line = (message: string) => {
    io.stderr.write(`${prefix}: ${makeLinesVisible(message)}\n`);
  };
  const none = () => undefined;
  const warning = level === 'errors' ? none : line;
  return { debug: none, info: level === 'information' ? line : none, notice: warning, warning, error: line };
}
