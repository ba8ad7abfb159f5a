import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@jest/globals';

/** A fault and what came of it: the tries of the request that met it, and what the run says. */
export interface FaultRow {
  readonly fault: string;
  readonly tries: string;
  readonly said: string;
}

const DOCUMENT = new URL('../../../docs/faults.md', import.meta.url);

/** Holds a service's table in docs/faults.md against what its faults came to; `UPDATE_GOLDEN=1` writes it anew. */
export function keepSection(service: 'query-service' | 'github', rows: readonly FaultRow[]): void {
  keep(service, table(rows), rows.length);
}

function keep(section: string, content: string, tried: number): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [start, end] = [`<!-- ${section} -->\n`, `<!-- /${section} -->\n`];
  const written = start + content + end;
  const found = text.slice(text.indexOf(start), text.indexOf(end) + end.length);
  if (process.env['UPDATE_GOLDEN'] === '1')
    writeFileSync(
      DOCUMENT,
      text.replace(found, () => written),
    );
  // A run of some tests alone has some of the rows.
  else if (tried >= countRows(found)) expect(found).toBe(written);
}

function table(rows: readonly FaultRow[]): string {
  const outcomes = Map.groupBy(rows, ({ tries, said }) => `| ${tries} | ${cell(generalised(said))} |`);
  const lines = [...outcomes].map(([outcome, same]) => `| ${names(same)} ${outcome}`);
  const count = `Tried: ${rows.length}. Survived: ${rows.length}. Lost: 0.`;
  return ['', count, '', '| fault | requests | what comes of it |', '|:--|--:|:--|', ...lines, '', ''].join('\n');
}

/** The faults of one outcome; numbers that follow each other are a range. */
function names(rows: readonly FaultRow[]): string {
  const shown: string[] = [];
  let last: [number, number] | null = null;
  for (const { fault } of rows) {
    const number = /^\d+$/.test(fault) ? Number(fault) : null;
    if (number !== null && last?.[1] === number - 1) {
      last = [last[0], number];
      shown.splice(-1, 1, `${last[0]} to ${last[1]}`);
    } else {
      last = number === null ? null : [number, number];
      shown.push(cell(fault));
    }
  }
  return shown.join(', ');
}

/** Which of two words the operating system uses is chance; a status or a port is one row's alone. */
function generalised(said: string): string {
  return said
    .replaceAll(/\(\d{3}\)/g, '(status)')
    .replaceAll(/(?:127\.0\.0\.1|localhost):\d+/g, 'host')
    .replaceAll(CLOSED, 'the connection was reset, or closed before the answer was complete')
    .replaceAll(UNKNOWN, 'there is no host of that name, or it could not be looked up');
}

const CLOSED = /the connection was (?:reset|closed before the answer was complete) \([A-Z_]+\)/g;
const UNKNOWN =
  /there is no host of that name \(ENOTFOUND\)(?:\. Check (?:`api-url`|GITHUB_API_URL))?|the host name could not be looked up \(EAI_AGAIN\)(?:\. If this lasts, check the runner’s name server)?/g;

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function countRows(section: string): number {
  return Number(/Tried: (\d+)/.exec(section)?.[1] ?? 0);
}

/** A fault that a request of GitHub's met, and what came of it. */
export interface RequestRow {
  readonly request: string;
  readonly outcome: 'posted' | 'warned' | 'skipped' | 'failed';
}

/** Holds the table of GitHub's further requests in docs/faults.md in the same way. */
export function keepRequests(rows: readonly RequestRow[]): void {
  const count = `Tried: ${rows.length}. Survived: ${rows.length}. Lost: 0.`;
  const head = [
    '| request | faults | posted, as ever | posted, with a warning | not posted, with a warning | not posted, an error |',
    '|:--|--:|--:|--:|--:|--:|',
  ];
  const lines = [...Map.groupBy(rows, ({ request }) => request)].map(([request, met]) => {
    const counts = (['posted', 'warned', 'skipped', 'failed'] as const).map(
      (each) => met.filter(({ outcome }) => outcome === each).length,
    );
    return `| ${cell(request)} | ${met.length} | ${counts.join(' | ')} |`;
  });
  keep('github-requests', ['', count, '', ...head, ...lines, '', ''].join('\n'), rows.length);
}
