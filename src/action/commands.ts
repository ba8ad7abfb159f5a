// The parts of @actions/core that a run needs, by file: its entry also loads an OIDC client, and with it the whole of
// undici, which costs every run some 40 ms and serves none. The package's `exports` name the entry alone.
import { issueCommand } from '../../node_modules/@actions/core/lib/command.js';

/** Tells the runner to mask a text from here on, in everything it shows. */
export function maskSecret(secret: string): void {
  issueCommand('add-mask', {}, secret);
}

/** An annotation on the run, which stands in the log too. */
export function annotate(level: 'notice' | 'warning' | 'error', message: string): void {
  issueCommand(level, {}, message);
}

/** A line that the log shows in debug mode only. */
export function debugLine(message: string): void {
  issueCommand('debug', {}, message);
}
