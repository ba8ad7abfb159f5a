// Writes what `import` did with a file. `commands/import.ts` prints it on stdout once the file is stored, or
// refused.
import { quoteNames } from '../../text/list.ts';
import { plural } from '../../text/plural.ts';
import { makeVisible } from '../../text/visible.ts';
import type { Mapping } from '../../service/import/mapping.ts';
import { MAX_LINES } from '../../service/import/staged.ts';
import type { FileSummary } from './import-at-once.ts';

/**
 * What `import` prints of a file at its end:
 *
 *     events.csv: 2 events taken, 1 line refused: 1 × timestamp is missing (line 3)
 *       2026-10-01 to 2026-10-05, 2 users, 0 test events
 *       not kept, by events: "count" (2)
 */
export function formatSummary(summary: FileSummary, isTaken: boolean, mapping: Mapping): string {
  const details = isTaken ? formatFacts(summary, mapping) : summary.notes;
  return [formatCounts(summary, isTaken), ...details.map((line) => `  ${line}`)].join('\n');
}

function formatCounts({ file, events, refused }: FileSummary, isTaken: boolean): string {
  const lines = refused.reduce((sum, { count }) => sum + count, 0);
  const reasons = refused.map(
    ({ reason, count, lines: firstLines }) =>
      `${count} × ${makeVisible(reason)} (${plural('line', count)} ${firstLines}${count > MAX_LINES ? ', …' : ''})`,
  );
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  // Only --strict leaves good events out.
  const leftOut = isTaken || events === 0 ? '' : `; --strict: ${counted(events, 'good event')} left out`;
  const taken = counted(isTaken ? events : 0, 'event');
  return `${file}: ${taken} taken, ${counted(lines, 'line')} refused${why}${leftOut}`;
}

const MAX_SHOWN_NAMES = 10;

function formatFacts(
  { days, testEvents, users, repeated, left, notes }: FileSummary,
  mapping: Mapping,
): readonly string[] {
  const facts: string[] = [];
  if (days !== null) facts.push(`${days}, ${counted(users, 'user')}, ${counted(testEvents, 'test event')}`);
  if (repeated > 0)
    facts.push(`${counted(repeated, 'event')} left out: the eventID of an earlier one of the file`);
  if (left.length > 0) {
    const names = left.slice(0, MAX_SHOWN_NAMES).map(([name, events]) => `${quoteNames([name])} (${events})`);
    const more = left.length > names.length ? ` and ${left.length - names.length} more` : '';
    facts.push(`not kept, by events: ${names.join(', ')}${more}`);
  }
  facts.push(...notes);
  if (mapping.users === 'daily')
    facts.push(
      `${mapping.title} gives a user another ID every day: over longer periods, users, retention and minimums count user-days.`,
    );
  return facts;
}

function counted(count: number, noun: string): string {
  return `${count} ${plural(noun, count)}`;
}
