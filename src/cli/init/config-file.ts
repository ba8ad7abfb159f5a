// Writes the config file of `init`: the settings in the order in which people look for them.
import { Document, type Node, parseDocument } from 'yaml';
import { CONFIG_KEYS } from '../../report/inputs/config/file.ts';
import { splitList } from '../../report/inputs/list.ts';
import { type DeclaredInput, type InputName, INPUTS } from '../../report/inputs/declared.ts';
import type { PlannedReport } from './triggers.ts';
import type { Settings } from './trial.ts';

/** Where the config file's JSON Schema is published. */
export const SCHEMA_ADDRESS =
  'https://raw.githubusercontent.com/insight-report/insight-report/v0/schema/insight-report.schema.json';

/**
 * The config file of the settings: one report, or several that share all but their destinations. `id`
 * distinguishes them from other files' reports.
 */
export function writeConfig(
  settings: Settings,
  reports: readonly PlannedReport[],
  { workflow, id }: { readonly workflow: string; readonly id: string | null },
): string {
  const document = new Document({});
  const nodeOf = (name: InputName, text: string): Node | null =>
    INPUTS[name].kind === 'yaml' ? parseDocument(text).contents : document.createNode(valueOf(name, text));
  for (const name of ORDER) {
    const text = settings[name];
    if (text !== undefined && !REPORT_KEYS.includes(name)) document.set(name, nodeOf(name, text));
  }
  const reportKeys = (suffix: string, { destinations }: PlannedReport) => ({
    ...(id === null ? {} : { 'report-id': id + suffix }),
    'post-to': destinations,
  });
  const [first, ...others] = reports;
  if (first !== undefined && others.length === 0)
    for (const [key, value] of Object.entries(reportKeys('', first))) document.set(key, value);
  else
    document.set(
      'reports',
      Object.fromEntries(reports.map((each) => [each.trigger, reportKeys(`-${each.trigger}`, each)])),
    );
  const head = `# yaml-language-server: $schema=${SCHEMA_ADDRESS}
# What is reported, and where; ${workflow} says when.
`;
  return `${head}${document.toString({ lineWidth: 0 })}`;
}

/** The keys of each report. */
const REPORT_KEYS: readonly string[] = ['report-id', 'post-to'];

/** What people look for comes first. */
const FIRST: readonly InputName[] = ['title', 'insights', 'queries', 'interval', 'timezone', 'thresholds'];
const ORDER: readonly InputName[] = [...FIRST, ...CONFIG_KEYS.filter((name) => !FIRST.includes(name))];

function valueOf(name: InputName, text: string): unknown {
  const { kind }: DeclaredInput = INPUTS[name];
  if (kind === 'list') return splitList(text);
  if (kind === 'integer' && /^\d+$/.test(text)) return Number(text);
  if (kind === 'boolean') return text.toLowerCase() === 'true';
  return text;
}
