import { type ImportNote } from '../service/import/import.ts';
import type { Io } from './io.ts';

/** Says how far an import is: on a terminal in one line that is written again and again, elsewhere in a line now and then. */
export interface Progress {
  say(note: Extract<ImportNote, { kind: 'progress' | 'storing' }>): void;
  /** Takes the line off the terminal, before something else is written. */
  clear(): void;
}

const TERMINAL_MS = 200;
const ELSEWHERE_MS = 2000;
const CLEAR = '\r\u001B[2K';

/** The progress of an import that begins now. */
export function progressOn(stderr: Io['stderr']): Progress {
  const isTerminal = stderr.isTTY === true;
  const startMs = performance.now();
  let saidMs = startMs;
  let isShown = false;
  return {
    say: (note) => {
      const sinceMs = performance.now() - saidMs;
      if (sinceMs < (isTerminal ? TERMINAL_MS : ELSEWHERE_MS) && !(isTerminal && note.kind === 'storing')) return;
      saidMs = performance.now();
      isShown = isTerminal;
      const line = progressLine(note, saidMs - startMs);
      stderr.write(isTerminal ? `${CLEAR}${line.slice(0, (stderr.columns ?? 80) - 1)}` : `${line}\n`);
    },
    clear: () => {
      if (isShown) stderr.write(CLEAR);
      isShown = false;
    },
  };
}

function progressLine(note: Extract<ImportNote, { kind: 'progress' | 'storing' }>, elapsedMs: number): string {
  const seconds = (elapsedMs / 1000).toFixed(0);
  if (note.kind === 'storing') return `${note.file}: storing ${note.events} events, ${seconds} s so far`;
  const rate = (note.events / (elapsedMs / 1000)).toFixed(0);
  return `${note.file}: ${note.events} events, ${(note.bytes / 1e6).toFixed(0)} MB, ${seconds} s (${rate} events/s)`;
}
