// Writes a field of a CSV file, for `query --format csv` and the rows that a report shows as CSV.
import { makeControlsVisible } from '../visible.ts';

/**
 * A text as a field of CSV (RFC 4180), the empty one in quotes. A spreadsheet would run a text that begins
 * with `=`, `+`, `-`, `@`, a tab or a carriage return as a formula: unless it is a number, it gets an
 * apostrophe in front. Control and bidirectional characters are made visible, except tabs: a line break
 * could start a line with `::`, which is a command to a workflow's runner.
 */
export function csvField(text: string): string {
  const plain = text.replace(/[^\t]+/g, makeControlsVisible);
  const inert = /^[=+\-@\t]/.test(plain) && !NUMBER.test(plain) ? `'${plain}` : plain;
  return inert === '' || /[",]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Also as the service writes numbers that JSON does not have. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Infinity)$/i;
