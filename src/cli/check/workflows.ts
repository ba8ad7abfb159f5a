// Reads, for `check`, the steps that use the Action from `.github/workflows`: their inputs, permissions and
// events.
import { messageOf } from '../../text/errors.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText, readRegularFile, resolveInside } from '../../text/checkout-file.ts';
import { makeVisible } from '../../text/visible.ts';
import { isJsonObject } from '../../tql/json.ts';
import { type Finding, finding } from './finding.ts';

/**
 * The permissions that a workflow grants a job: a level for each scope, one for all, or null if the workflow
 * does not say.
 */
type Permissions = Readonly<Record<string, string>> | 'read-all' | 'write-all' | null;

/** A step that uses the Action. */
export type ActionStep = ReturnType<typeof stepsOf>[number];

/** What a repository's workflows say. */
interface Workflows {
  readonly steps: readonly ActionStep[];
  /** The files that are not YAML. */
  readonly findings: readonly Finding[];
}

const WORKFLOWS_FOLDER = join('.github', 'workflows');

/** Finds every step that uses the Action in the workflows of the working directory. */
export async function readWorkflows(): Promise<Workflows> {
  const { parse } = await import('yaml');
  const steps: ActionStep[] = [];
  const findings: Finding[] = [];
  for (const file of workflowFiles()) {
    const text = readIfFile(file);
    // Only a file that names the Action is ours to judge.
    if (!text.includes('insight-report@')) continue;
    try {
      steps.push(...stepsOf(file, parse(text)));
    } catch (error) {
      findings.push(invalidYaml(file, error));
    }
  }
  return { steps, findings };
}

const WORKFLOW_LIMIT_BYTES = 1_048_576;

function readIfFile(path: string): string {
  try {
    return decodeText(readRegularFile(resolveInside('.', path), WORKFLOW_LIMIT_BYTES));
  } catch {
    return '';
  }
}

function invalidYaml(file: string, error: unknown): Finding {
  const [reason = ''] = messageOf(error).split('\n');
  const message = `is not valid YAML, so GitHub does not run it: ${reason.replace(/:$/, '')}`;
  return finding('workflow', file, 'failed', message);
}

/** Whether the runner alone can evaluate a text. */
export function isExpression(text: string): boolean {
  return text.includes('${{');
}

function workflowFiles(): readonly string[] {
  try {
    const names = readdirSync(WORKFLOWS_FOLDER).sort();
    return names.filter((name) => /\.ya?ml$/.test(name)).map((name) => join(WORKFLOWS_FOLDER, name));
  } catch {
    return [];
  }
}

function stepsOf(file: string, workflow: unknown) {
  if (!isJsonObject(workflow) || !isJsonObject(workflow['jobs'])) return [];
  return Object.entries(workflow['jobs']).flatMap(([name, job]) => {
    if (!isJsonObject(job) || !Array.isArray(job['steps'])) return [];
    const steps: readonly unknown[] = job['steps'];
    const permissions = readPermissions(
      job['permissions'] === undefined ? workflow['permissions'] : job['permissions'],
    );
    return steps.flatMap((step, index) => {
      if (!isJsonObject(step) || !/^[\w.-]+\/insight-report@/.test(textOf(step['uses']))) return [];
      const events = [job['if'], step['if']].reduce(selectEvents, namesOf(workflow['on']));
      return {
        // `.github/workflows/usage.yml (job report)`
        place: makeVisible(`${file} (job ${name})`),
        inputs: readInputs(step['with']),
        permissions,
        // The events at which it may run; empty if that is not known.
        events,
        hasCheckout: steps.slice(0, index).some(checksOut),
        // Whether GitHub's own runners run it, as far as the workflow says.
        isHosted: /^(?:ubuntu|macos|windows)-[\w.]+$/.test(textOf(job['runs-on'])),
      };
    });
  });
}

/** The events that an `if` leaves, if it compares their names: `github.event_name == 'schedule'`. */
function selectEvents(events: readonly string[], condition: unknown): readonly string[] {
  const text = textOf(condition);
  const named = [...text.matchAll(/github\.event_name\s*==\s*'(\w+)'/g)].map(([, name = '']) => name);
  return named.length === 0 ? events : events.filter((event) => named.includes(event));
}

function namesOf(on: unknown): readonly string[] {
  if (typeof on === 'string') return [on];
  if (Array.isArray(on)) return on.map(textOf);
  return isJsonObject(on) ? Object.keys(on) : [];
}

function checksOut(step: unknown): boolean {
  if (!isJsonObject(step)) return false;
  return /\bcheckout\b|\bdownload-artifact@/.test(`${textOf(step['uses'])} ${textOf(step['run'])}`);
}

function readInputs(inputs: unknown): Readonly<Record<string, string>> {
  const entries = isJsonObject(inputs) ? Object.entries(inputs) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), textOf(value)]));
}

function readPermissions(permissions: unknown): Permissions {
  if (permissions === 'read-all' || permissions === 'write-all') return permissions;
  if (!isJsonObject(permissions)) return null;
  return Object.fromEntries(Object.entries(permissions).map(([scope, level]) => [scope, textOf(level)]));
}

/** A value of YAML as the text that the runner makes of it: `true` of a boolean, nothing of a missing one. */
function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
