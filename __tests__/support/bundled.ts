import { join } from 'node:path';

/**
 * A program that was bundled at the start of the run: the command line, a command of it without the exit of
 * its process, or the Action.
 */
export function bundled(name: 'cli' | 'command' | 'action'): string {
  return join(process.env['INSIGHT_REPORT_BUNDLE'] ?? '', `${name}.mjs`);
}
