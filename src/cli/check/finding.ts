// A line of `check`, as each file of this folder makes it and the command prints it: `✗ issue: usage.yml (job
// report) lacks issues: write`, then what to do. `init` shows the same lines. Pure.
import { styleText } from 'node:util';
import { makeVisible } from '../../text/visible.ts';

/** The result of one check. `unknown`: it cannot be checked from here. */
export interface Finding {
  readonly check:
    | 'configuration'
    | 'workflow'
    | 'token'
    | 'account'
    | 'insight'
    | 'threshold'
    | 'destination'
    | 'github';
  /** The report's id; null for what concerns all of them. */
  readonly report: string | null;
  readonly name: string;
  readonly status: 'ok' | 'warned' | 'failed' | 'unknown';
  readonly message: string;
  /** What to do; null if nothing. */
  readonly advice: string | null;
}

/** The result of a check, without its subject. */
export type Outcome = Pick<Finding, 'status' | 'message' | 'advice'>;

export function outcome(status: Finding['status'], message: string, advice: string | null = null): Outcome {
  return { status, message, advice };
}

/** A finding that concerns every report. */
export function finding(check: Finding['check'], name: string, ...args: Parameters<typeof outcome>): Finding {
  return { check, report: null, name, ...outcome(...args) };
}

const MARKS = { ok: '✓', warned: '!', failed: '✗', unknown: '?' } as const;
const COLORS = { ok: 'green', warned: 'yellow', failed: 'red', unknown: 'dim' } as const;

/** A line for each finding, and one for what to do; each ends with a newline. */
export function findingLines(findings: readonly Finding[], hasColor: boolean): readonly string[] {
  const reports = new Set(findings.flatMap(({ report }) => (report === null ? [] : [report])));
  return findings.map(({ report, name, status, message, advice }) => {
    const mark = hasColor
      ? styleText(COLORS[status], MARKS[status], { validateStream: false })
      : MARKS[status];
    const place = report === null || reports.size < 2 ? '' : `${report}: `;
    const lines = `${place}${name}: ${message}${advice === null ? '' : `\n→ ${advice}`}`;
    return `${mark} ${lines.split('\n').map(makeVisible).join('\n  ')}\n`;
  });
}
