// What watches a service in operation: deploy/prometheus-rules.yaml, deploy/grafana-dashboard.json and the
// manifests for Kubernetes. Everything that they name has to exist.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { createMetrics } from '../../../src/service/http/metrics.ts';
import { clusterLoad } from '../../../src/cluster/load.ts';
import { serviceNumbers } from '../../../src/service/service-numbers.ts';
import { startService } from '../../../src/service/start.ts';
import { druidOf } from '../../support/cluster/fake-druid.ts';
import { PROMTOOL, testWithPromtool } from '../../support/promtool.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const DEPLOY = join(import.meta.dirname, '..', '..', '..', 'deploy');
const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');
const RULES = read('prometheus-rules.yaml');

test.each(['prometheus-rules.yaml', 'grafana-dashboard.json'])(
  '%s names only metrics that the service has',
  async (file) => {
    const load = clusterLoad(
      druidOf(() => ({ currentClusterCapacity: 2, usedClusterCapacity: 1 })),
      null,
    );
    const text = await createMetrics([...serviceNumbers({ path: null }), ...load]).write();
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const used = [...read(file).matchAll(/\b(?:insight_report|process)_[a-z_]+\b/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    );
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  },
);

/** A series of the tests of rules: its value at each minute, in Prometheus' notation. */
type Series = readonly [series: string, values: string];

const OK =
  'insight_report_requests_total{job="insight-report",instance="a",route="/api/v4/query/tql",status="200"}';
const FAILED = OK.replace('200', '503');
const POSTS = FAILED.replace('/api/v4/query/tql', '/v2/namespace/:namespace');
const TRIMMED = 'insight_report_events_trimmed_total{instance="a"}';
const WAITING = 'insight_report_waiting_events{instance="a"}';
const FREE = 'insight_report_task_slots{instance="a",state="free"}';
const STORED = 'insight_report_stored_bytes{instance="a"}';
const BUCKET = 'insight_report_request_duration_seconds_bucket{instance="a",route="/api/v4/query/tql"';

testWithPromtool.each<[string, readonly Series[], string | null]>([
  ['the service is away', [['up{job="insight-report",instance="a"}', '0x60']], 'InsightReportDown'],
  ['posts are refused', [[POSTS, '0+1x60']], 'InsightReportRefusesEvents'],
  [
    'one answer in ten fails',
    [
      [OK, '0+90x60'],
      [FAILED, '0+10x60'],
    ],
    'InsightReportAnswersFail',
  ],
  [
    'one answer in a hundred fails',
    [
      [OK, '0+99x60'],
      [FAILED, '0+1x60'],
    ],
    null,
  ],
  [
    'one answer in five takes more than ten seconds',
    [
      [`${BUCKET},le="10"}`, '0+8x60'],
      [`${BUCKET},le="30"}`, '0+10x60'],
      [`${BUCKET},le="+Inf"}`, '0+10x60'],
    ],
    'InsightReportSlow',
  ],
  ['events lose payload keys', [[TRIMMED, '0+1x60']], 'InsightReportNamesTooMany'],
  ['more and more events wait', [[WAITING, '100+50x60']], 'InsightReportEventsWait'],
  ['no place for tasks is free', [[FREE, '0x60']], 'InsightReportNoTaskSlot'],
  ['the file grows by a thousandth an hour', [[STORED, '1000000+16x60']], null],
])('Prometheus warns after an hour as it should if %s', (_, series, alert) => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'rules.yaml'), RULES);
  const firing = [...RULES.matchAll(/alert: (\w+)/g)].map(([, alertname = '']) => alertname);
  const tests = {
    rule_files: ['rules.yaml'],
    tests: [
      {
        interval: '1m',
        input_series: series.map(([name, values]) => ({ series: name, values })),
        promql_expr_test: firing.map((alertname) => ({
          expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"})`,
          eval_time: '60m',
          exp_samples: alertname === alert ? [{ labels: '{}', value: 1 }] : [],
        })),
      },
    ],
  };
  writeFileSync(join(folder, 'tests.yaml'), JSON.stringify(tests));
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', join(folder, 'tests.yaml')], {
    encoding: 'utf8',
  });
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
});

interface Probe {
  readonly httpGet: { readonly path: string };
}
interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly replicas: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly (Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe> & {
          readonly args: readonly string[];
        })[];
      };
    };
  };
}

describe('the manifests for Kubernetes', () => {
  const manifests = parseAllDocuments(read('kubernetes/single/insight-report.yaml')).map(
    (document) => document.toJS() as Manifest,
  );
  const workload = manifests.find(({ kind }) => kind === 'StatefulSet');
  const container = workload?.spec.template.spec.containers[0];

  test('the manifests for Kubernetes run one pod, because one process opens the file', () => {
    expect(workload?.spec.replicas).toBe(1);
  });

  test('the manifests for Kubernetes restart a pod that does not answer, but not one whose health is bad', async () => {
    const service = await startService({ dbPath: ':memory:', health: async () => SICK });
    try {
      const ask = async (probe?: Probe) => (await fetch(`${service.url}${probe?.httpGet.path}`)).status;
      expect(await ask(container?.startupProbe)).toBe(200);
      expect(await ask(container?.livenessProbe)).toBe(200);
      expect(await ask(container?.readinessProbe)).toBe(503);
    } finally {
      await service.close(0);
    }
  });

  test.each(['kubernetes/single/insight-report.yaml', 'kubernetes/druid/kustomization.yaml'])(
    '%s gives flags that `serve` has',
    (file) => {
      const help = ['serve.md', 'cluster-flags.md']
        .map((name) => readFileSync(join(DEPLOY, '..', 'docs', 'reference', 'cli', name), 'utf8'))
        .join('');
      const flags = read(file)
        .split('\n')
        .filter((line) => !line.trim().startsWith('#'))
        .flatMap((line) => line.match(/(?<=[ [])--[a-z-]+/g) ?? []);
      expect(flags.length).toBeGreaterThan(3);
      expect(flags.filter((flag) => !new RegExp(`\`${flag}[ \`]`).test(help))).toEqual([]);
    },
  );
});

const SICK = { status: 'cluster-away', problems: ['Druid cannot be reached.'] } as const;
