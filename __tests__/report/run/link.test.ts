import { withLink } from '../../../src/report/run/link.ts';
import { readAddress } from '../../../src/explorer/query/address.ts';
import { renderReport } from '../../../src/report/render/report.ts';
import { failed, PAGE, ranking, report, row } from '../../support/render/results.ts';

const APP = 'B1946AC9-2A5D-4C7E-8F10-2D6E9C3A7B58';
const INSIGHT = ranking([row(1, 'a', 3)], { title: 'Devices & more' });
const ofApp = { ...INSIGHT, query: { ...INSIGHT.query, appID: APP } };
const linkOf = (insight: typeof INSIGHT, service: string) => {
  const linked = withLink(insight, service);
  return linked.status === 'ok' ? linked.link : undefined;
};

test('an insight of one app links to it in the dashboard', () => {
  const service = 'https://api.telemetrydeckapi.com';
  expect(linkOf(ofApp, service)).toBe(`https://dashboard.telemetrydeck.com/apps/${APP}`);
  expect(linkOf(INSIGHT, service)).toBeUndefined();
});

test('an insight of a service with an explorer links to its query there, without credentials', () => {
  const link = linkOf(INSIGHT, 'https://me:secret@usage.example.com/stats') ?? '';
  expect(link).toMatch(/^https:\/\/usage\.example\.com\/stats\/#query=/);
  const draft = readAddress(new URL(link).hash);
  expect([JSON.parse(draft?.text ?? ''), draft?.title]).toEqual([INSIGHT.query, 'Devices & more']);
});

test('a service on this machine, or over plain http, is linked to by nobody, nor is an insight that failed', () => {
  for (const service of ['http://127.0.0.1:8788', 'https://localhost', 'http://usage.example.com', ''])
    expect(linkOf(INSIGHT, service)).toBeUndefined();
  expect(withLink(failed('gone'), 'https://usage.example.com')).toEqual(failed('gone'));
});

test.each(['report', 'compact'] as const)(
  'a section of a %s ends with the link to its insight',
  async (name) => {
    const linked = withLink(ofApp, 'https://api.telemetrydeckapi.com');
    const template = { kind: 'builtin', name } as const;
    const { markdown } = await renderReport(report([linked]), { ...PAGE, template });
    expect(markdown).toContain(
      `\n<sub>[Open in the dashboard](<https://dashboard.telemetrydeck.com/apps/${APP}>)</sub>\n`,
    );
  },
);
