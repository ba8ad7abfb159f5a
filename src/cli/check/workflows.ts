import { readdirSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { readText } from '../../run/effects.ts';
import { isJsonObject } from '../../tql/json.ts';

/** The permissions that a workflow grants a job: a level for each scope, one for all, or null if the workflow does not say. */
export type Permissions = Readonly<Record<string, string>> | 'read-all' | 'write-all' | null;

/** A step that uses the Action. */
export interface ActionStep {
  /** The workflow's path, relative to the repository. */
  readonly file: string;
  readonly job: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly permissions: Permissions;
}

/** The folder of a repository's workflows. */
export const WORKFLOWS_FOLDER = join('.github', 'workflows');

/** Every step that uses the Action in a repository's workflows. Files that are not YAML or not workflows have none. */
export async function findActionSteps(root: string): Promise<readonly ActionStep[]> {
  const { parse } = await import('yaml');
  return workflowFiles(root).flatMap((file) => {
    try {
      return stepsOf(file, parse(readText(join(root, file))));
    } catch {
      return [];
    }
  });
}

/** Whether a step reads this config file. */
export function readsConfig({ inputs }: ActionStep, path: string): boolean {
  return normalize(inputs['config'] ?? '') === normalize(path);
}

/** Whether the runner alone can evaluate a text. */
export function isExpression(text: string): boolean {
  return text.includes('${{');
}

function workflowFiles(root: string): readonly string[] {
  try {
    const names = readdirSync(join(root, WORKFLOWS_FOLDER)).sort();
    return names.filter((name) => /\.ya?ml$/.test(name)).map((name) => join(WORKFLOWS_FOLDER, name));
  } catch {
    return [];
  }
}

function stepsOf(file: string, workflow: unknown): readonly ActionStep[] {
  if (!isJsonObject(workflow) || !isJsonObject(workflow['jobs'])) return [];
  return Object.entries(workflow['jobs']).flatMap(([name, job]) => {
    if (!isJsonObject(job) || !Array.isArray(job['steps'])) return [];
    const permissions = readPermissions(
      job['permissions'] === undefined ? workflow['permissions'] : job['permissions'],
    );
    return job['steps'].flatMap((step) => {
      if (!isJsonObject(step) || !usesAction(step['uses'])) return [];
      return [{ file, job: name, inputs: readInputs(step['with']), permissions }];
    });
  });
}

function usesAction(uses: unknown): boolean {
  return typeof uses === 'string' && /^[\w.-]+\/insight-report@/.test(uses);
}

function readInputs(given: unknown): Readonly<Record<string, string>> {
  if (!isJsonObject(given)) return {};
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), textOf(value)]));
}

function readPermissions(given: unknown): Permissions {
  if (given === 'read-all' || given === 'write-all') return given;
  if (!isJsonObject(given)) return null;
  return Object.fromEntries(Object.entries(given).map(([scope, level]) => [scope, textOf(level)]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
