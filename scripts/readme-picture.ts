// Draws docs/report.png and docs/report-dark.png, the README's picture: `node scripts/readme-picture.ts`. It
// is the demo's three insights and its gate as a comment on a pull request, asked of the demo's own events
// over HTTP. Needs what scripts/picture.ts needs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { reportDemo, seedDemo } from '../src/cli/demo/report.ts';
import { renderReport } from '../src/report/render/report.ts';
import { startService } from '../src/service/start.ts';

/** As wide as the README shows it, so that its text is as large as the page's. */
const WIDTH = '640';
const NOW_MS = Date.parse('2026-11-16T09:41:00Z');

const service = await startService({ dbPath: ':memory:', nowMs: NOW_MS });
const { token } = await seedDemo(service, NOW_MS);
const asked = { title: 'Can we drop iOS 15?', interval: 'last week', history: '7' };
const results = await reportDemo(service.url, token, NOW_MS, asked);
await service.close(0);

const { markdown } = await renderReport(results, {
  template: { kind: 'builtin', name: 'compact' },
  destination: 'pull-request',
  limit: null,
  links: { whole: null },
});
const scratch = mkdtempSync(join(tmpdir(), 'insight-report-picture-'));
const page = join(scratch, 'report.md');
writeFileSync(page, markdown);
const root = resolve(import.meta.dirname, '..');
const draw = (name: string, ...flags: readonly string[]): void => {
  const args = [
    join(root, 'scripts', 'picture.ts'),
    page,
    join(root, 'docs', name),
    '--comment',
    '--width',
    WIDTH,
    ...flags,
  ];
  execFileSync(process.execPath, args);
};
draw('report.png');
draw('report-dark.png', '--dark');
rmSync(scratch, { recursive: true });
