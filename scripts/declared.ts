// Writes the files that are made from the table of inputs: action.yml's inputs, action-types.yml and the
// config file's schema. Run it with `node scripts/declared.ts`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { INPUTS, type DeclaredInput, type InputName } from '../src/report/inputs/declared.ts';
import { describeInput } from '../src/report/inputs/descriptions.ts';
import { DESTINATIONS } from '../src/report/inputs/request.ts';
import { configSchema } from './config-schema.ts';

const ROOT = join(import.meta.dirname, '..');
const declared = Object.entries<DeclaredInput>(INPUTS);

/**
 * action.yml's inputs. The runner hands a declared default over as if it had been given, so only what a
 * config file cannot hold has one; the other descriptions say the default (decision 0004).
 */
export function actionInputs(): Readonly<
  Record<string, { readonly description: string; readonly default?: string }>
> {
  return Object.fromEntries(
    declared.map(([name, input]) => {
      const description = describeInput(name as InputName);
      return [
        name,
        input.kind === 'secret' && input.default !== ''
          ? { description, default: input.default }
          : { description },
      ];
    }),
  );
}

/** action-types.yml: the types of inputs and outputs, for typed workflow generators. */
export function actionTypes(outputs: readonly string[]): unknown {
  return {
    inputs: Object.fromEntries(declared.map(([name, input]) => [name, typeOf(name, input)])),
    outputs: Object.fromEntries(outputs.map((name) => [name, OUTPUT_TYPES[name] ?? { type: 'string' }])),
  };
}

/** Outputs that are always set and are not plain strings. */
const OUTPUT_TYPES: Readonly<Record<string, unknown>> = {
  conclusion: {
    type: 'enum',
    'allowed-values': ['error', 'failed', 'inconclusive', 'warned', 'passed', 'neutral', 'skipped'],
  },
  errors: { type: 'integer' },
};

function typeOf(name: string, input: DeclaredInput): unknown {
  switch (input.kind) {
    case 'boolean':
    case 'integer':
      return { type: input.kind };
    case 'choice':
      return { type: 'enum', 'allowed-values': input.choices };
    case 'list': {
      const item =
        name === 'post-to'
          ? { type: 'enum', 'allowed-values': [...DESTINATIONS, 'none'] }
          : { type: 'string' };
      return { type: 'list', separator: ',', 'list-item': item };
    }
    default:
      return name === 'issue-number' ? { type: 'integer' } : { type: 'string' };
  }
}

function write(name: string, text: string): void {
  const path = join(ROOT, name);
  writeFileSync(path, text);
  execFileSync(process.execPath, [join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), path], { stdio: 'ignore' });
}

function writeAll(): void {
  const action = readFileSync(join(ROOT, 'action.yml'), 'utf8');
  const inputs = Object.entries(actionInputs()).map(([name, input]) =>
    stringify({ [name]: input }, { lineWidth: 110 }),
  );
  const indented = inputs.map((text) => text.replace(/^(?=.)/gm, '  ')).join('\n');
  write(
    'action.yml',
    action.replace(/(?<=^inputs:\n)[^]*?(?=\noutputs:)/m, () => indented),
  );
  const { outputs } = parse(action) as { readonly outputs: Readonly<Record<string, unknown>> };
  write('action-types.yml', stringify(actionTypes(Object.keys(outputs))));
  mkdirSync(join(ROOT, 'schema'), { recursive: true });
  write('schema/insight-report.schema.json', JSON.stringify(configSchema(), null, 2));
}

if (import.meta.main) writeAll();
