// Draws docs/report.png, the README's picture: `node scripts/readme-picture.ts`. It is the demo's three insights as a weekly report,
// asked of the demo's own events over HTTP. Needs what scripts/picture.ts needs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { actionInputEffects } from '../src/action/effects.ts';
import { DEMO_GATE, DEMO_INSIGHTS } from '../src/cli/demo/insights.ts';
import { seedEvents } from '../src/cli/demo/seed.ts';
import { parseInputs } from '../src/inputs/parse.ts';
import { silentLog } from '../src/log.ts';
import { renderReport } from '../src/render/render.ts';
import { runReport } from '../src/report.ts';
import { startService } from '../src/service/start.ts';

const NAMESPACE = 'com.example.tidewater';
/** A Monday morning, when weekly reports are made. */
const NOW_MS = Date.parse('2026-11-16T09:41:00Z');

const service = await startService({ dbPath: ':memory:', nowMs: NOW_MS });
const { organizations, insights, tokens } = service.store;
await organizations.create(NAMESPACE, 'paid');
await insights.add(NAMESPACE, DEMO_INSIGHTS);
const { token } = await tokens.create(NAMESPACE, null);
await service.importEvents(NAMESPACE, seedEvents(NOW_MS));
const request = await parseInputs(
  {
    insights: DEMO_INSIGHTS.map(({ id, key, name }) => `${key}: { id: ${id}, title: ${name} }`).join('\n'),
    thresholds: DEMO_GATE,
    title: 'Tidewater · weekly usage',
    interval: 'last week',
    history: '7',
    'api-url': service.url,
    'api-token': token,
    'dry-run': 'true',
  },
  actionInputEffects(false),
);
const results = await runReport(request, { nowMs: NOW_MS, log: silentLog, run: null });
await service.close(0);

const { markdown } = await renderReport(results, {
  template: { kind: 'builtin', name: 'report' },
  destination: 'issue',
  limit: null,
  links: { whole: null },
});
const scratch = mkdtempSync(join(tmpdir(), 'insight-report-picture-'));
const page = join(scratch, 'report.md');
writeFileSync(page, markdown);
const root = resolve(import.meta.dirname, '..');
execFileSync(process.execPath, [join(root, 'scripts', 'picture.ts'), page, join(root, 'docs', 'report.png')]);
rmSync(scratch, { recursive: true });
