import { readFileSync, writeFileSync } from 'node:fs';
import { isLong } from '../properties.ts';

/** A fault at one request. */
interface Case {
  readonly fault: string;
  readonly request: string;
  /** True if the fault affects every try, false if only the first. */
  readonly isLasting: boolean;
}

/** The result of a case: how often the affected request was tried, and the run's message. */
interface Outcome {
  readonly tries: number;
  readonly said: string;
}

interface Row extends Case, Outcome {
  readonly isSurvived: boolean;
}

/** A section of docs/contributing/faults.md: the counts, and the table. */
interface FaultTable {
  /** Runs a case and records its result. A case that throws counts as lost. */
  count(one: Case, run: () => Promise<Outcome>): Promise<void>;
  /** Compares the section with the rows, if all `planned` cases were run; `UPDATE_GOLDEN=1` writes it. */
  keep(planned: number): void;
}

/** A table with a line for each outcome (`faults`) or for each request (`requests`). */
export function createTable(section: string, by: 'faults' | 'requests'): FaultTable {
  const rows: Row[] = [];
  return {
    count: async (one, run) => {
      let row: Row = { ...one, tries: 0, said: '', isSurvived: false };
      try {
        row = { ...one, ...(await run()), isSurvived: true };
      } catch (error) {
        row = { ...row, said: `LOST: ${String(error).split('\n')[0] ?? ''}` };
        throw error;
      } finally {
        rows.push(row);
      }
    },
    keep: (planned) => {
      // If only some of the tests ran, there are only some of the rows.
      if (!isLong || rows.length < planned) return;
      const lasting = rows.filter(({ isLasting }) => isLasting).length;
      const survived = rows.filter(({ isSurvived }) => isSurvived).length;
      const lost = rows.length - survived;
      const counts = `Tried: ${rows.length} (${lasting} that last, ${rows.length - lasting} that come once). Survived: ${survived}. Lost: ${lost}.`;
      keep(
        section,
        ['', counts, '', ...(by === 'faults' ? faultLines(rows) : requestLines(rows)), '', ''].join('\n'),
      );
    },
  };
}

const DOCUMENT = new URL('../../../docs/contributing/faults.md', import.meta.url);

function keep(section: string, content: string): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [start, end] = [`<!-- ${section} -->\n`, `<!-- /${section} -->\n`];
  const written = start + content + end;
  const found = text.slice(text.indexOf(start), text.indexOf(end) + end.length);
  if (process.env['UPDATE_GOLDEN'] !== '1') expect(found).toBe(written);
  else {
    writeFileSync(
      DOCUMENT,
      text.replace(found, () => written),
    );
  }
}

function faultLines(rows: readonly Row[]): string[] {
  const named = [...Map.groupBy(rows, ({ fault }) => fault).values()].flatMap(describeFault);
  const lines = [...Map.groupBy(named, ({ outcome }) => outcome)].map(
    ([outcome, same]) => `| ${joinNames(same.map(({ name }) => name))} | ${outcome} |`,
  );
  return ['| fault | requests | if it lasts | if it comes once |', '|:--|--:|:--|:--|', ...lines];
}

/** A fault and its outcome; one entry for each outcome if it depends on the request. */
function describeFault(rows: readonly Row[]): readonly { readonly name: string; readonly outcome: string }[] {
  const once = new Set(rows.filter(({ isLasting }) => !isLasting).map(({ said }) => said));
  const lasting = rows.filter(({ isLasting }) => isLasting);
  // If a fault ends its request at the first try, it does the same when it occurs once.
  const untried = lasting.every(({ tries }) => tries === 1) ? 'the same' : 'not tried';
  const after = cell([...once].map(generalise).join(' / ') || untried);
  if (lasting.length === 0) return [{ name: rows[0]!.fault, outcome: `| | ${after}` }];
  const groups = [...Map.groupBy(lasting, ({ said }) => generalise(said))];
  return groups.map(([said, same]) => {
    const where = groups.length === 1 ? '' : ` (${same.map(({ request }) => request).join(', ')})`;
    const tries = new Set(same.map((row) => row.tries)).size === 1 ? same.slice(0, 1) : same;
    const outcome = `${tries.map((row) => row.tries).join(' / ')} | ${cell(said)} | ${after}`;
    return { name: same[0]!.fault + where, outcome };
  });
}

/** The faults with the same outcome; consecutive statuses are written as a range. */
function joinNames(names: readonly string[]): string {
  const shown: string[] = [];
  let last: [number, number] | null = null;
  for (const name of names) {
    const number = /^\d+$/.test(name) ? Number(name) : null;
    if (number !== null && last?.[1] === number - 1) {
      last = [last[0], number];
      shown.splice(-1, 1, `${last[0]} to ${last[1]}`);
    } else {
      last = number === null ? null : [number, number];
      shown.push(cell(name));
    }
  }
  return shown.join(', ');
}

function requestLines(rows: readonly Row[]): string[] {
  const outcomes = ['posted', 'warned', 'skipped', 'failed'];
  const lines = [...Map.groupBy(rows, ({ request }) => request)].map(([request, met]) => {
    const [lasting, once] = [true, false].map((isLasting) =>
      met.filter((row) => row.isLasting === isLasting),
    );
    const counts = outcomes.map((each) => lasting!.filter(({ said }) => said === each).length);
    const posted = once!.filter(({ said }) => said === 'posted').length;
    return `| ${cell(request)} | ${lasting!.length} | ${counts.join(' | ')} | ${posted} of ${once!.length} |`;
  });
  return [
    '| request | faults that last | posted without a warning | posted with a warning | not posted, a warning | not posted, an error | posted without a warning if the fault comes once |',
    '|:--|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ];
}

/**
 * Replaces what differs by chance (the operating system's choice between two errors, milliseconds) or belongs
 * to a single row (status, port).
 */
function generalise(said: string): string {
  return said
    .replaceAll(/\(\d{3}\)/g, '(status)')
    .replaceAll(/x{9,}…/g, 'xxx…')
    .replaceAll(/[\d.]+ s of `deadline` are left/g, 'the rest of `deadline` is shorter')
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
