// Makes docs/reference/template-view.md, a reference of every field that a template sees, from the types in
// src/report/render/view/ and
// their docstrings: `node scripts/view-docs.ts`. A test checks that the page is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import ts from 'typescript';

const SOURCES = [
  'view/report-types.ts',
  'view/insight-types.ts',
  'view/table-types.ts',
  'view/analysis-types.ts',
  'format/values.ts',
];
const PAGE = new URL('../docs/reference/template-view.md', import.meta.url);

/** The page's headings, in order. A type that is missing here is an error. */
const HEADINGS: Readonly<Record<string, string>> = {
  View: 'Report',
  PeriodView: 'Period',
  ComparedView: 'Compared period',
  RunView: 'Run',
  PreviousPostView: 'Previous report',
  NotShownView: 'Left out',
  GateView: 'Gate',
  ReportSentences: 'Sentences of a report',
  InsightView: 'Insight',
  InsightSentences: 'Sentences of an insight',
  RowView: 'Row',
  SeriesView: 'Timeseries',
  AverageView: 'Average',
  RankingView: 'Ranking',
  MoverView: 'Mover',
  GoneView: 'Disappeared row',
  TrendView: 'Trend',
  RestView: 'Rest',
  MarkView: 'Mark',
  UsualView: 'Usual range',
  ColumnView: 'Column',
  FunnelView: 'Funnel',
  ReturnView: 'Return',
  ExperimentView: 'Experiment',
  VariantView: 'Variant',
  VersionsView: 'Versions',
  VersionFamilyView: 'Version group',
  VersionView: 'Version',
  ValueFormat: 'Value format',
};

/** The text of docs/reference/template-view.md. */
export async function viewPage(): Promise<string> {
  const declarations = SOURCES.flatMap((name) => {
    const source = readFileSync(new URL(`../src/report/render/${name}`, import.meta.url), 'utf8');
    return ts
      .createSourceFile(name, source, ts.ScriptTarget.Latest, true)
      .statements.filter(ts.isInterfaceDeclaration);
  });
  const interfaces = new Map(declarations.map((each) => [each.name.text, each]));
  const missing = [...interfaces.keys()].filter((name) => !(name in HEADINGS));
  if (missing.length > 0) throw new Error(`scripts/view-docs.ts has no heading for ${missing.join(', ')}`);
  const sections = Object.entries(HEADINGS).map(([name, heading]) => {
    const declaration = interfaces.get(name);
    if (declaration === undefined) throw new Error(`there is no ${name} in src/report/render/view/*types.ts`);
    return `## ${heading}\n\n${comment(declaration)}\n\n${table(declaration)}\n`;
  });
  const page = `# Which fields does a template see?

[Your own template](../how-to/your-own-template.md) can show these fields. Naming another field is an error.

- A field without a value is \`null\`, an empty text or an empty list. In \`{{#if}}\`, these and 0 count as false.
- A _bucket_ is a day, or another unit of time, of a timeseries.
- The _metric_ is the number by which the rows of an insight are ranked.
- The _compared period_ is the earlier period that numbers are compared with.

<!-- Generated from src/report/render/view/*types.ts by \`node scripts/view-docs.ts\`. Do not edit it by hand. -->

${sections.join('\n')}
**Next:** [helpers and partials](template-helpers.md)
`;
  return (await format('page.md', page, { printWidth: 120 })).code;
}

function table(declaration: ts.InterfaceDeclaration): string {
  const own = declaration.members
    .filter(ts.isPropertySignature)
    .map((member) => line(member, typeOf(member)));
  // A field that the view declares again replaces that of the results file.
  const rows = new Map([...(extendsRow(declaration) ? resultsRow() : []), ...own]);
  return ['| field | type | meaning |', '| :-- | :-- | :-- |', ...rows.values()].join('\n');
}

/** A field's name, and its line in the table. */
function line(member: ts.PropertySignature | ts.PropertyAssignment, type: string): [string, string] {
  const name = member.name.getText();
  return [name, `| \`${name}\` | ${type} | ${comment(member).replaceAll('|', '\\|')} |`];
}

function typeOf({ type }: ts.PropertySignature): string {
  return type === undefined ? '' : typeText(type.getText());
}

function extendsRow({
  heritageClauses = [],
}: {
  readonly heritageClauses?: readonly ts.HeritageClause[];
}): boolean {
  return heritageClauses.some((clause) => clause.types.some((type) => type.getText() === 'ResultsRow'));
}

/** The fields of a row in the results file, which a template's row has, too. */
function resultsRow(): readonly [string, string][] {
  const source = readFileSync(new URL('../src/report/results/insight.ts', import.meta.url), 'utf8');
  const file = ts.createSourceFile('insight.ts', source, ts.ScriptTarget.Latest, true);
  const [row] = file.statements
    .filter(ts.isVariableStatement)
    .flatMap((statement) => statement.declarationList.declarations)
    .filter(({ name }) => name.getText() === 'row');
  if (row?.initializer === undefined || !ts.isCallExpression(row.initializer))
    throw new Error('src/report/results/insight.ts has no row');
  const [fields] = row.initializer.arguments;
  if (fields === undefined || !ts.isObjectLiteralExpression(fields)) throw new Error('a row has no fields');
  return fields.properties
    .filter(ts.isPropertyAssignment)
    .map((field) =>
      line(field, SCHEMA_TYPES[field.initializer.getText().replace(/^v\.pipe\(|,.*$/g, '')] ?? ''),
    );
}

/** Types that are texts, and types that are objects without their own table. */
const TEXTS = new Set(['Conclusion', 'Outcome', 'RenderDestination', 'TableKind']);
const OBJECTS = new Set(["FailedInsight['error']", 'ReleaseResult', 'Signals', 'Minimums']);

/** The types of a row's fields in words. */
const SCHEMA_TYPES: Readonly<Record<string, string>> = {
  text: 'text',
  'v.number()': 'number',
  'v.boolean()': 'true or false',
  numberOrNull: 'number or null',
  'list(textOrNull)': 'list of text or null',
  'list(numberOrNull)': 'list of number or null',
  'v.record(text': 'values by name',
};

/** A type in words for authors of templates: a link to another table, `text` for a string, `or null`. */
function typeText(code: string): string {
  const plain = code.replace(/readonly |\s+/g, (found) => (found === 'readonly ' ? '' : ' ')).trim();
  const orNull = plain.replace(/ ?\| null$/, '');
  return `${named(orNull)}${orNull === plain ? '' : ' or null'}`;
}

function named(type: string): string {
  const list = /^\(?(.*?)\)?\[\]$/.exec(type);
  // The text of a link in the plural: list of [rows](#row).
  if (list) return `list of ${typeText(list[1] ?? '').replace(/(?<!s)\]\(/, 's](')}`;
  const heading = HEADINGS[type];
  if (heading !== undefined)
    return `[${heading.toLowerCase()}](#${heading.toLowerCase().replaceAll(' ', '-')})`;
  if (OBJECTS.has(type)) return 'object';
  if (type.includes("'") || TEXTS.has(type)) return 'text';
  if (type.startsWith('{')) return 'object';
  if (type.startsWith('Readonly<Record')) return 'values by name';
  return (
    { string: 'text', boolean: 'true or false', Sentence: 'sentence' }[type] ??
    type.replaceAll('|', 'or').replace('string', 'text')
  );
}

function comment(node: ts.Node): string {
  const doc = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  const text = doc === undefined ? undefined : ts.getTextOfJSDocComment(doc.comment);
  if (text === undefined || text === '')
    throw new Error(`src/report/render/view/*types.ts: ${node.getText().slice(0, 60)} has no docstring`);
  return text.replace(/\s+/g, ' ');
}

if (import.meta.main) writeFileSync(PAGE, await viewPage());
