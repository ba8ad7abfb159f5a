import type { ReportedInsight } from '../../src/report/results/results.ts';
import { ranking, report, row } from '../support/render/results.ts';
import { fingerprint } from '../../src/action/gate-history.ts';

const of = (more: Partial<ReportedInsight>) => fingerprint(report([ranking([row(1, 'a', 6)], more)]));
const compare = { start: '2026-09-20T00:00:00Z', end: '2026-10-20T10:00:00Z' };

test('a fingerprint stays the same if a comparison is cut a minute later or takes longer', () => {
  expect(of({ compare: { ...compare, end: '2026-10-20T10:01:00Z' }, durationMs: 99 })).toBe(of({ compare }));
});

test('a fingerprint changes with the compared period and with every number', () => {
  const others = [
    { compare: null },
    { compare: { ...compare, start: '2026-09-21T00:00:00Z' } },
    { compare, previousTotal: 5 },
  ];
  expect(new Set([{ compare }, ...others].map(of)).size).toBe(4);
});
