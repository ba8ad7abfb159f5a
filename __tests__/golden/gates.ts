import type { Verdict } from '../../src/report/results/results.ts';

const INTERVAL = { label: 'last 30 days', start: '2026-10-21T00:00:00Z', end: '2026-11-21T00:00:00Z', complete: false };

function verdict(more: Pick<Verdict, 'insight' | 'name' | 'assert' | 'outcome' | 'message'> & Partial<Verdict>): Verdict {
  const { valueText = null, sampleText = null } = more;
  const nowText = valueText === null || sampleText === null ? valueText : `${valueText} (${sampleText})`;
  return {
    limitText: null, nowText,
    note: null, value: null, limit: null, subject: null, needs: null, unit: 'number', valueText: null, sample: null,
    sampleText: null, interval: INTERVAL, timezone: 'UTC', warn: null, reason: null, snoozedUntil: null, snoozeEnded: null,
    ...more,
    name: more.title ?? more.name,
  };
}

const USERS = { count: 286, of: 12_450, unit: 'users' } as const;
const OS = 'share("iOS 15") < 2%';

/** A verdict of each kind. */
export const VERDICTS: readonly Verdict[] = [
  verdict({
    insight: 'os', assert: OS, outcome: 'failed', name: 'Share of iOS 15', limitText: 'below 2%', message: 'Share of iOS 15: failed, 2.3% (286 of 12,450 users), limit: below 2%',
    value: 0.023, limit: 0.02, unit: 'percent', valueText: '2.3%', needs: '< 2%', sample: USERS, sampleText: '286 of 12,450 users',
    reason: 'dropping iOS 15 in 4.0',
  }),
  verdict({
    insight: 'crashes', assert: 'value("crash") / total() < 0.5%', outcome: 'passed',
    name: 'value("crash") / total() < 0.5%', limitText: 'below 0.5%',
    message: 'value("crash") / total() < 0.5%: passed, 0.12% (31 of 25,811 events), limit: below 0.5%',
    value: 0.0012, limit: 0.005, unit: 'percent', valueText: '0.12%', needs: '< 0.5%',
    sample: { count: 31, of: 25_811, unit: 'events' }, sampleText: '31 of 25,811 events',
  }),
  verdict({
    insight: 'os', assert: 'share("ios15") < 2%', outcome: 'warned',
    name: 'Share of ios15', limitText: 'below 2%',
    message: 'Share of ios15: warned, 0% (0 of 12,450 users), limit: below 2%; there is no row "ios15" (the most similar is "iOS 15"), so it counts as zero',
    value: 0, limit: 0.02, unit: 'percent', valueText: '0%', needs: '< 2%', sample: { ...USERS, count: 0 }, sampleText: '0 of 12,450 users',
    note: 'there is no row "ios15" (the most similar is "iOS 15"), so it counts as zero',
  }),
  verdict({
    insight: 'screens', assert: 'rows.all(r, r.share < 50% || r.key == "a|b")', outcome: 'inconclusive',
    name: 'rows.all(r, r.share < 50% || r.key == "a|b")',
    message: 'rows.all(r, r.share < 50% || r.key == "a|b"): inconclusive; the insight could not be queried (timeout)',
    interval: null, timezone: null, note: 'the insight could not be queried (timeout): @octocat took #150 s',
  }),
  verdict({
    insight: 'os', assert: 'share("iOS 16") < 1%', outcome: 'failed',
    name: 'Share of iOS 16', limitText: 'below 1%',
    message: 'Share of iOS 16: failed, 4% (498 of 12,450 users), limit: below 1%; snoozed until Mar 1, 2027',
    value: 0.04, limit: 0.01, unit: 'percent', valueText: '4%', needs: '< 1%', sample: USERS, sampleText: '498 of 12,450 users',
    snoozedUntil: '2027-03-01', reason: 'next year',
  }),
];
