import type { Node } from 'yaml';
import { splitList } from '../../inputs/posting.ts';
import { type DeclaredInput, type InputName, INPUTS } from '../../inputs/declared.ts';
import type { PlannedReport } from './triggers.ts';
import type { Settings } from './trial.ts';

/** Where the config file's JSON Schema is published. */
export const SCHEMA_ADDRESS =
  'https://raw.githubusercontent.com/insight-report/insight-report/v0/schema/insight-report.schema.json';

/** The config file of the settings: one report, or several that share all but their destinations. */
export async function writeConfig(
  settings: Settings,
  reports: readonly PlannedReport[],
  workflow: string,
): Promise<string> {
  const { Document, parseDocument } = await import('yaml');
  const document = new Document({});
  const nodeOf = (name: InputName, text: string): Node | null =>
    INPUTS[name].kind === 'yaml' ? parseDocument(text).contents : document.createNode(valueOf(name, text));
  for (const name of ORDER) {
    const text = settings[name];
    if (text !== undefined && name !== 'post-to') document.set(name, nodeOf(name, text));
  }
  const [first, ...others] = reports;
  if (others.length === 0) document.set('post-to', first?.destinations ?? []);
  else
    document.set(
      'reports',
      Object.fromEntries(reports.map((each) => [each.trigger, { 'post-to': each.destinations }])),
    );
  const head = `# yaml-language-server: $schema=${SCHEMA_ADDRESS}
# What is reported, and where; ${workflow} says when.
`;
  return `${head}${document.toString({ lineWidth: 0 })}`;
}

/** What people look for comes first. */
const FIRST: readonly InputName[] = ['api-url', 'title', 'insights', 'queries', 'interval', 'timezone', 'thresholds'];
const ORDER: readonly InputName[] = [
  ...FIRST,
  ...(Object.keys(INPUTS) as InputName[]).filter((name) => !FIRST.includes(name)),
];

function valueOf(name: InputName, text: string): unknown {
  const { kind }: DeclaredInput = INPUTS[name];
  if (kind === 'list') return splitList(text);
  if (kind === 'integer' && /^\d+$/.test(text)) return Number(text);
  if (kind === 'boolean') return text.toLowerCase() === 'true';
  return text;
}
