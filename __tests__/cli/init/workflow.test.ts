import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { planReports } from '../../../src/cli/init/triggers.ts';
import { writeWorkflow } from '../../../src/cli/init/workflow.ts';
import { type Destination, DESTINATIONS } from '../../../src/report/inputs/request.ts';
import { lintWorkflows, testWithActionlint } from '../../support/actionlint.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly if?: string;
  readonly steps: readonly { readonly with?: Readonly<Record<string, string>> }[];
}

/** What GitHub documents that each destination takes, and the event that it is posted at. */
const NEEDED = {
  summary: [null, null],
  'pull-request': ['pull-requests', 'pull_request'],
  issue: ['issues', 'schedule'],
  discussion: ['discussions', 'schedule'],
  release: ['contents', 'release'],
  check: ['checks', 'pull_request'],
  webhook: [null, 'schedule'],
} as const;

/** Every set of destinations. */
const SETS = Array.from({ length: 2 ** DESTINATIONS.length }, (_, bits) =>
  DESTINATIONS.filter((__, index) => (bits >> index) % 2 === 1),
);

function workflowOf(destinations: readonly Destination[], hasGate = false) {
  const reports = planReports(destinations, hasGate);
  const text = writeWorkflow(reports, {
    config: '.github/insight-report.yml',
    secret: 'TOKEN',
    settings: {},
    id: null,
  });
  return { reports, text, workflow: parse(text) as Workflow };
}

describe('for every set of destinations', () => {
  test('each job may write what its own destinations take, and nothing else', () => {
    for (const destinations of SETS) {
      const { reports, workflow } = workflowOf(destinations);
      const jobs = Object.values(workflow.jobs);
      expect(jobs).toHaveLength(reports.length);
      for (const [index, job] of jobs.entries()) {
        const scopes = (reports[index]?.destinations ?? []).flatMap((each) => NEEDED[each][0] ?? []);
        const expected = { contents: 'read', ...Object.fromEntries(scopes.map((scope) => [scope, 'write'])) };
        expect(job.permissions ?? workflow.permissions).toEqual(expected);
      }
    }
  });

  test('every destination is posted to by one job, which runs at its event', () => {
    for (const destinations of SETS) {
      const { reports, workflow } = workflowOf(destinations);
      for (const destination of destinations) {
        const [, event] = NEEDED[destination];
        if (event === null) continue;
        const jobs = Object.values(workflow.jobs).filter((_, index) =>
          reports[index]?.destinations.includes(destination),
        );
        expect(jobs).toHaveLength(1);
        expect(Object.keys(workflow.on)).toContain(event);
        if (reports.length > 1) expect(jobs[0]?.if).toContain(`github.event_name == '${event}'`);
      }
    }
  });

  testWithActionlint('actionlint has nothing to say', () => {
    const folder = emptyFolder();
    const paths = SETS.flatMap((destinations, index) =>
      [false, true].map((hasGate) => {
        const path = join(folder, `${index}-${hasGate}.yml`);
        writeFileSync(path, workflowOf(destinations, hasGate).text);
        return path;
      }),
    );
    expect(lintWorkflows(paths)).toBe('');
  });
});

test('a gate without a destination at GitHub runs on pull requests; a report without either runs every week', () => {
  expect(Object.keys(workflowOf(['summary'], true).workflow.on)).toEqual(['pull_request']);
  expect(Object.keys(workflowOf(['summary']).workflow.on)).toEqual(['schedule', 'workflow_dispatch']);
});
