// `node scripts/import-docs.ts`: writes the tables of docs/reference/mappings.md, and the pages
// docs/how-to/move-from-*.md, from the mappings.
import { readFileSync, writeFileSync } from 'node:fs';
import { type MappedValue, type Mapping, mappingOf, SOURCES } from '../src/service/import/mapping.ts';

const START = '<!-- mappings: `node scripts/import-docs.ts` writes this -->';
const END = '<!-- /mappings -->';
const DAILY =
  'gives a user a new ID every day. So over a longer time, someone who comes on five days [counts as five users](../explain/counting-people.md#some-ids-last-one-day).';

function sourceOf(value: MappedValue): string {
  const columns = value.from.map((path) => `\`${path}\``).join(', or ');
  const within = value.by === undefined ? '' : `, within \`${value.by}\``;
  const fixed = value.value === undefined ? '' : `${columns === '' ? '' : ', or '}"${value.value}"`;
  const zone = value.zone === undefined ? '' : ` (${value.zone})`;
  return `${columns}${within}${fixed}${zone}`;
}

function tableOf({ fields, payload, system, spread, rest }: Mapping): string {
  const rows = [
    ...Object.entries(fields).map(([field, value]) => [field, sourceOf(value)]),
    ...(system === undefined
      ? []
      : [
          [
            '`TelemetryDeck.Device.operatingSystem`, `systemVersion`, `systemMajorVersion` …',
            [system.name, system.version]
              .flatMap((value) => (value === undefined ? [] : [sourceOf(value)]))
              .join(' and '),
          ],
        ]),
    ...Object.entries(payload).map(([key, value]) => [`\`${key}\``, sourceOf(value)]),
    ...spread.map(({ from, prefix }) => [
      `a payload key for each key${prefix === '' ? '' : ` (\`${prefix}…\`)`}`,
      `\`${from}\``,
    ]),
    ...(rest ? [['a payload key for each column', 'all further columns']] : []),
  ];
  return ['| of an event | from |', '| :-- | :-- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );
}

function sectionOf(name: string): string {
  const mapping = mappingOf(name);
  const notes = [...mapping.notes, ...(mapping.users === 'daily' ? [`${mapping.title} ${DAILY}`] : [])];
  return `### ${mapping.title}: \`--from ${name}\`\n\nThe file: ${mapping.file ?? ''} ([documentation](${mapping.docs ?? ''})).\n\n${tableOf(mapping)}\n\n${notes.map((note) => `- ${note}`).join('\n')}`;
}

function pageOf(name: string): string {
  const { title, file = '', docs = '', notes, users } = mappingOf(name);
  const kept = [...notes, ...(users === 'daily' ? [`${title} ${DAILY}`] : [])];
  return `# How do I move from ${title}?

Import your events into your own service. Then your reports include your history.

1. [Export your events from ${title}](${docs}). You need ${file}.
2. With the [command line](../reference/cli/README.md), create a database, and import the exported file (here \`EXPORT\`). You need not convert it:

   \`\`\`sh
   insight-report org create com.example.app --db usage.duckdb
   insight-report import EXPORT --from ${name} --org com.example.app --db usage.duckdb
   \`\`\`

   At the end, you see how many events were imported, which lines were refused and why, and which columns were left out.

3. Print a report of your most frequent events, and a list of their columns:

   \`\`\`sh
   insight-report new topn --dimension type --org com.example.app --db usage.duckdb --out events.json
   insight-report report --queries events.json --db usage.duckdb --interval "last 12 months"
   insight-report columns --org com.example.app --db usage.duckdb
   \`\`\`

## What becomes of your data

${kept.map((note) => `- ${note}`).join('\n')}

**Next:** [what becomes of each column](../reference/mappings.md), [take new events](../reference/ingest.md)
`;
}

/** The pages that are written from the mappings, with their texts. */
export function mappingPages(): ReadonlyMap<string, string> {
  const page = readFileSync('docs/reference/mappings.md', 'utf8');
  const [before = '', rest = ''] = page.split(START);
  const [, after = ''] = rest.split(END);
  const tables = SOURCES.map(sectionOf).join('\n\n');
  return new Map([
    ['docs/reference/mappings.md', `${before}${START}\n\n${tables}\n\n${END}${after}`],
    ...SOURCES.map((name): [string, string] => [`docs/how-to/move-from-${name}.md`, pageOf(name)]),
  ]);
}

if (import.meta.main) for (const [path, text] of mappingPages()) writeFileSync(path, text);
