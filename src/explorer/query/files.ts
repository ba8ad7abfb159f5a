// Writes the gate and the workflow that the page offers to copy, as YAML. `copy.tsx` loads this when a button
// is pressed.
import { stringify } from 'yaml';
import { nameOf, queryPath, type Question, releaseOf } from './question.ts';

/** A gate as an entry of the input `thresholds`. */
export function gateYaml({ name, threshold }: Question): string {
  return stringify([{ insight: nameOf(name), assert: threshold.trim() }], { lineWidth: 0 });
}

/**
 * A weekly workflow that reports the query kept in the repository; one with a gate runs on pull requests,
 * too.
 */
export function workflowYaml(question: Question): string {
  const { name, threshold, kind } = question;
  const hasGate = threshold.trim() !== '';
  const entry = { file: queryPath(question), title: name, ...(kind === null ? {} : { kind }) };
  const reportInputs =
    kind === 'release'
      ? { releases: stringify(releaseOf(question), { lineWidth: 0 }) }
      : {
          queries: stringify({ [nameOf(name)]: entry }, { lineWidth: 0 }),
          compare: question.isCompared ? 'previous-period' : 'none',
        };
  const workflow = {
    name: 'Insight report',
    on: {
      schedule: [{ cron: '17 6 * * 1' }],
      workflow_dispatch: null,
      ...(hasGate ? { pull_request: null } : {}),
    },
    permissions: { contents: 'read' },
    jobs: {
      report: {
        'runs-on': 'ubuntu-latest',
        'timeout-minutes': 15,
        steps: [
          { uses: 'actions/checkout@v5' },
          {
            uses: 'insight-report/insight-report@v0',
            with: {
              'api-token': '${{ secrets.INSIGHT_REPORT_API_TOKEN }}',
              'api-url': location.origin,
              ...reportInputs,
              ...(hasGate ? { thresholds: gateYaml(question) } : {}),
            },
          },
        ],
      },
    },
  };
  return stringify(workflow, { lineWidth: 0, nullStr: '' });
}
