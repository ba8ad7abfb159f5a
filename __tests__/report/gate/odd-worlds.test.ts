// Random gates on odd worlds, by the project's own query service and by an independent count: two thousand in
// the long run, over functions, sets, intervals, zones, cut-offs and policies.
import { InputError } from '../../../src/text/errors.ts';
import { parseInputs } from '../../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../../src/text/log.ts';
import type { Results, Verdict } from '../../../src/report/results/results.ts';
import { runReport } from '../../../src/report/run/reports.ts';
import { effects } from '../../support/inputs/read-inputs.ts';
import { isLong, runs } from '../../support/properties.ts';
import { type OddGate, OddGates } from './odd/gates.ts';
import { periodsOf } from './odd/truth.ts';
import { INTERVALS, type OddInsight, oddInsight, type OddWorld, oddWorld, Random } from './odd/world.ts';
import { addEvents, serviceOfFile, addOrganization } from '../../support/service/service-of-file.ts';

const service = await serviceOfFile({ nowMs: Date.UTC(2027, 0, 1) });

type Inputs = Readonly<Record<string, string>>;

async function importWorld(name: string, { events }: OddWorld) {
  const token = await addOrganization(service, name);
  const all = events.map(({ atMs, user, type, amount, v, w }) => ({
    timestamp: new Date(atMs).toISOString(),
    appID: 'app',
    clientUser: user,
    type,
    isTestMode: false,
    ...(amount === null ? {} : { floatValue: amount }),
    payload: { other: 'x', ...(v === null ? {} : { v }), ...(w === null ? {} : { w }) },
  }));
  await addEvents(service, name, all);
  return token;
}

async function report(inputs: Inputs, insights: readonly OddInsight[], nowMs: number) {
  const names = insights.map((_, index) => `q${index}`);
  const files = insights.map(({ query }, index) => [`q${index}.json`, JSON.stringify(query)] as const);
  const queries = names.map((name, index) => {
    const { kind, metric } = insights[index] ?? { kind: 'topN', metric: '' };
    return [name, { file: `${name}.json`, ...(kind === 'topN' ? {} : { metric }) }] as const;
  });
  const given = { 'api-url': service.url, queries: JSON.stringify(Object.fromEntries(queries)), ...inputs };
  const request = await parseInputs(given, effects(Object.fromEntries(files)));
  return runReport(request, { nowMs, log: silentLog, run: null });
}

interface Judged {
  readonly insight: string;
  readonly gate: OddGate;
}

/**
 * Judges gates, without those that are refused as they are written, such as comparisons that none can
 * pass.
 */
async function judge(
  gates: readonly Judged[],
  run: (thresholds: string) => Promise<Results>,
): Promise<readonly (readonly [Judged, Verdict])[]> {
  const entries = gates.map(({ insight, gate: { text, missingRow, minSample } }) => ({
    insight,
    assert: text,
    ...(missingRow === null ? {} : { 'missing-row': missingRow }),
    ...(minSample === null ? {} : { 'min-sample': minSample }),
  }));
  try {
    const { thresholds } = await run(JSON.stringify(entries));
    return gates.map((each, index) => {
      const verdict = thresholds[index];
      if (verdict === undefined) throw new Error('a verdict is missing');
      return [each, verdict] as const;
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const refused = new Set(error.problems.flatMap((problem) => /entry (\d+)/.exec(problem)?.[1] ?? []));
    const others = gates.filter((_, index) => !refused.has(String(index + 1)));
    if (others.length === gates.length) throw error;
    return judge(others, run);
  }
}

/** What is wrong with a verdict; null if nothing is. */
function findLie({ holds, truth, missingRow, isOpen }: OddGate, { outcome }: Verdict) {
  if (outcome === 'inconclusive') return null;
  const hasPassed = outcome !== 'failed';
  // A row that is not there fails the gate, whatever it says.
  if (missingRow === 'fail' && !hasPassed) return null;
  if (isOpen) return 'it is decided by too few';
  if (truth === null) return 'it is decided, though what it reads is unknown';
  return holds === null || holds === hasPassed ? null : `the truth is ${String(holds)}`;
}

const tally = { gates: 0, passed: 0, failed: 0, warned: 0, inconclusive: 0, undecided: 0 };

/** Three reports with gates on a world, and the lies that were found. */
async function tryWorld(seed: number) {
  const random = new Random(seed);
  const world = oddWorld(random);
  const token = await importWorld(`odd${seed}`, world);
  const lies: string[] = [];
  for (let round = 0; round < runs(3, 2); round += 1) {
    const insights = Array.from({ length: 4 }, () => oddInsight(random));
    const [interval, compare] = [random.pick(INTERVALS), random.pick(COMPARED)];
    const groupSize = random.pick(['0', '0', '0', '0', '0', '5']);
    const common = { 'api-token': token, interval, timezone: world.zone, compare };
    const plain = await report(common, insights, world.nowMs);
    const gates = plain.insights.flatMap((reported, index) => {
      const insight = insights[index];
      if (reported.status === 'error' || insight === undefined) return [];
      const make = new OddGates(random, world, periodsOf(world, insight, reported));
      return Array.from({ length: 24 }, () => ({ insight: reported.name, gate: make.gate() }));
    });
    const verdicts = await judge(gates, (thresholds) =>
      report({ ...common, 'min-group-size': groupSize, thresholds }, insights, world.nowMs),
    );
    for (const [{ insight, gate }, verdict] of verdicts) {
      tally.gates += 1;
      tally[verdict.outcome] += 1;
      if (verdict.outcome === 'inconclusive' && gate.holds !== null) tally.undecided += 1;
      const lie = findLie(gate, verdict);
      const { query } = insights[Number(insight.slice(1))] ?? {};
      const at = { seed, interval, compare, zone: world.zone, groupSize, query };
      if (lie !== null) lies.push(JSON.stringify({ lie, message: verdict.message, gate, at }));
    }
  }
  return lies;
}

const COMPARED = ['previous-period', 'previous-period', 'none', 'previous-year'];

test.each([1, 2, 3, 4])(
  'a gate that is decided says what an independent count says: part %i',
  async (part) => {
    const first = Number(process.env['PROPERTY_SEED'] ?? 20_261_121) + 104_729 * part;
    const lies: string[] = [];
    for (let world = 0; world < runs(2, 1); world += 1) lies.push(...(await tryWorld(first + world * 7919)));
    expect(lies).toEqual([]);
  },
);

test('most gates of which the truth is known are decided', () => {
  if (isLong) process.stderr.write(`gates on odd worlds: ${JSON.stringify(tally)}\n`);
  expect(tally.undecided).toBeLessThan(tally.gates / 2);
  expect(tally.passed).toBeGreaterThan(tally.gates / 10);
  expect(tally.failed).toBeGreaterThan(tally.gates / 10);
});
