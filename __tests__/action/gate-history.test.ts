import { fingerprint, postedGates, withGateHistory } from '../../src/action/gate-history.ts';
import { renderPages } from '../../src/action/pages.ts';
import {
  type GateState,
  nextGateStates,
  NO_STATE,
  type PostState,
} from '../../src/report/publish/body/state.ts';
import { readRunContext } from '../../src/report/publish/workflow/context.ts';
import { renderReport } from '../../src/report/render/report.ts';
import type { Results, Verdict } from '../../src/report/results/results.ts';
import { read } from '../support/inputs/read-inputs.ts';
import { PAGE, ranking, report, row, verdict } from '../support/render/results.ts';

const RARE = { title: 'iOS 15 is rare', assert: 'share("iOS 15") < 2%' };
const BUSY = { title: 'Enough events', assert: 'total() > 100' };
const ALONE = { title: 'One is first', assert: 'rank("a") == 1' };

function gated(thresholds: readonly Verdict[], generatedAt = '2026-11-17T07:00:00.500Z'): Results {
  return report([ranking([row(1, 'a', 3)])], { thresholds, generatedAt });
}

/** What a post remembers of some gates; it was written on a day of November 2026. */
function stateOf(results: Results, day: number, changes: Partial<GateState> = {}): PostState {
  const atMs = Date.UTC(2026, 10, day);
  const gates = postedGates(results).map((gate): GateState => ({
    ...gate,
    sinceMs: atMs,
    was: null,
    ...changes,
  }));
  return { ...NO_STATE, run: '16438742980', runNumber: '52', atMs, gates };
}

async function page(results: Results): Promise<string> {
  return (await renderReport(results, { ...PAGE, template: { kind: 'builtin', name: 'report' } })).markdown;
}

test('a gate is the same if only its title or its numbers change, and another one if what it requires changes', () => {
  const idOf = (more: Partial<Verdict>): string => postedGates(gated([verdict('passed', more)]))[0]?.id ?? '';
  expect(idOf({ title: 'x', value: 3, note: 'y' })).toBe(idOf({}));
  expect(idOf({ assert: 'share("iOS 15") < 3%' })).not.toBe(idOf({}));
  const twins = postedGates(gated([verdict('passed'), verdict('failed')]));
  expect(new Set(twins.map(({ id }) => id)).size).toBe(2);
});

test('a gate that changed stands first and says since when, and one that still fails only says since when', async () => {
  const before = gated([verdict('passed', ALONE), verdict('failed', BUSY), verdict('passed', RARE)]);
  const now = gated([verdict('passed', ALONE), verdict('failed', BUSY), verdict('failed', RARE)]);
  const results = withGateHistory(now, stateOf(before, 10), '42');
  expect(results.thresholds[2]).toMatchObject({
    since: '2026-11-17T07:00:00.500Z',
    was: { outcome: 'passed', at: '2026-11-10T00:00:00.000Z', run: '52' },
  });
  const markdown = await page(results);
  const order = [RARE, BUSY, ALONE].map(({ title }) => markdown.indexOf(`| **${title}** |`));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order).not.toContain(-1);
  expect(markdown).toContain('<sub>Newly failing (passed in run 52, Nov 10, 2026)</sub>');
  expect(markdown).toContain('<sub>Failed since Nov 10, 2026</sub>');
  expect(markdown).not.toContain('Passed since');
});

test('a run that is repeated still says what it changed, and the run after it does not', () => {
  const was = { outcome: 'passed', atMs: Date.UTC(2026, 10, 3), run: '' } as const;
  const now = gated([verdict('failed', RARE)]);
  const own = { ...stateOf(now, 17, { was }), run: '42' };
  expect(withGateHistory(now, own, '42').thresholds[0]?.was).toEqual({
    outcome: 'passed',
    at: '2026-11-03T00:00:00.000Z',
  });
  expect(withGateHistory(now, own, '43').thresholds[0]?.was).toBeUndefined();
});

test('a gate that changed is said to have passed on a day if its earlier post has no number of a run', async () => {
  const before = stateOf(gated([verdict('passed', RARE)]), 10);
  const results = withGateHistory(gated([verdict('failed', RARE)]), { ...before, runNumber: null }, '42');
  expect(await page(results)).toContain('Newly failing (passed on Nov 10, 2026)');
});

test('a first report, a new gate and a run without numbers know no history', () => {
  const now = gated([verdict('failed', RARE)]);
  expect(withGateHistory(now, null, '42')).toEqual(now);
  expect(withGateHistory(now, stateOf(gated([verdict('passed', BUSY)]), 10), '42')).toEqual(now);
});

test('what came before is no result: equal results have equal fingerprints', () => {
  const now = gated([verdict('failed', RARE)]);
  const told = withGateHistory(now, stateOf(gated([verdict('passed', RARE)]), 10), '42');
  expect(told).not.toEqual(now);
  expect(fingerprint(told)).toBe(fingerprint(now));
});

test('the comment names each gate that changed, with its numbers, and nothing in it can act', async () => {
  const hostile = { title: '@octocat #1 </td> | `x`', assert: 'value("@octocat\n- [ ] x") > 1' };
  const numbers = {
    valueText: '2.4%',
    sampleText: '286 of 12,450 users',
    sample: { count: 286, of: 12_450, unit: 'users' },
  } as const;
  const before = gated([verdict('passed', RARE), verdict('passed', hostile), verdict('passed', BUSY)]);
  const now = gated([
    verdict('failed', { ...RARE, ...numbers }),
    verdict('inconclusive', hostile),
    verdict('passed', BUSY),
  ]);
  const request = await read({ 'post-to': 'issue', 'github-token': 'ghs_x' });
  const context = readRunContext({}, null);
  const { posts } = await renderPages({ results: now, request }, context, 0);
  const flips = nextGateStates(stateOf(before, 10), postedGates(now), {
    id: '42',
    atMs: Date.UTC(2026, 10, 17),
  });
  expect(posts[0]?.renderFlips?.(flips)).toBe(
    [
      '**2 usage gates changed** since the report of Nov 10, 2026:',
      '',
      '- ❌ **iOS 15 is rare** passed before, **failed** since Nov 17, 2026: 2.4% (286 of 12,450 users), limit: below 2%',
      '- ❓ **`@\u200boctocat #1 </td> `\\| `x`** passed before, **inconclusive** since Nov 17, 2026: limit: below 2%',
      '',
      '<sub>[run](<https://github.com/acme/app/actions/runs/16438742981>)</sub>',
    ].join('\n'),
  );
});
