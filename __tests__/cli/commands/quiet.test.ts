import { runWith } from '../../support/run-command.ts';
import { event } from '../../support/service/event.ts';
import { eventsBy } from '../../support/service/top-n.ts';
import { serviceOfFile, addOrganization } from '../../support/service/service-of-file.ts';

const DEVICES = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const service = await serviceOfFile({ nowMs: Date.UTC(2026, 10, 16) });
const token = await addOrganization(service, 'a');
await service.store.insights.add('a', [
  { id: DEVICES, name: 'devices', query: eventsBy('modelName', 'model', 5) },
]);
await service.importEvents('a', [event({ timestamp: '2026-11-10T08:00:00Z' })]);

function report(insights: string, ...args: readonly string[]) {
  const inputs = [
    '--api-url',
    service.url,
    '--insights',
    insights,
    '--on-inconclusive',
    'warn',
    '--now',
    '2026-11-16',
  ];
  const thresholds = '- devices: total() >= 1\n- devices: previousTotal() > 0';
  const env = { INSIGHT_REPORT_API_TOKEN: token };
  return runWith({ env }, 'report', ...inputs, '--thresholds', thresholds, ...args);
}

test('--quiet leaves verdicts and warnings out of stderr, and changes nothing else', async () => {
  const [loud, quiet] = [await report(`devices: ${DEVICES}`), await report(`devices: ${DEVICES}`, '--quiet')];
  expect(loud.stderr).toMatch(/devices: passed[^]*inconclusive/);
  expect([quiet.stderr, quiet.code, loud.code]).toEqual(['', 0, 0]);
  expect(quiet.stdout).toContain('devices');
});

test('--quiet keeps errors', async () => {
  const { code, stderr } = await report(`{ devices: ${DEVICES}, gone: ${UNKNOWN} }`, '--quiet');
  expect(code).toBe(3);
  expect(stderr).toMatch(/^insight-report: .*404/s);
  expect(stderr).not.toContain('passed');
});
