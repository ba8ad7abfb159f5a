// Makes docs/view.md, every field that a template sees, from the types of src/render/view/*types.ts and what stands above them:
// `node scripts/view-docs.ts`. A test holds the page to the types.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const SOURCES = ['view/report-types.ts', 'view/insight-types.ts', 'format/values.ts'];
const PAGE = new URL('../docs/view.md', import.meta.url);

/** The headings of the page, in its order; a type that is not here is an error. */
const HEADINGS: Readonly<Record<string, string>> = {
  View: 'The report',
  PeriodView: 'A period',
  ComparedView: 'A period compared with',
  RunView: 'A run',
  PreviousPostView: 'The report before',
  NotShownView: 'What was not shown',
  GateView: 'A gate',
  InsightView: 'An insight',
  RowView: 'A row',
  GoneView: 'A row that is gone',
  MoversView: 'The movers',
  RestView: 'The rest',
  ColumnView: 'A column',
  FunnelView: 'A funnel',
  ReturnView: 'A return',
  ExperimentView: 'An experiment',
  VariantView: 'A variant',
  ValueFormat: 'A format of values',
};

/** The text of docs/view.md. */
export async function viewPage(): Promise<string> {
  const declarations = SOURCES.flatMap((name) => {
    const source = readFileSync(new URL(`../src/render/${name}`, import.meta.url), 'utf8');
    return ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true).statements.filter(ts.isInterfaceDeclaration);
  });
  const interfaces = new Map(declarations.map((each) => [each.name.text, each]));
  const missing = [...interfaces.keys()].filter((name) => !(name in HEADINGS));
  if (missing.length > 0) throw new Error(`scripts/view-docs.ts has no heading for ${missing.join(', ')}`);
  const sections = Object.entries(HEADINGS).map(([name, heading]) => {
    const declaration = interfaces.get(name);
    if (declaration === undefined) throw new Error(`there is no ${name} in src/render/view/*types.ts`);
    return `## ${heading}\n\n${comment(declaration)}\n\n${table(declaration)}\n`;
  });
  const page = `# The view

Everything that a [template](templates.md) sees: a field that is not here does not exist, and naming it is an error. Every
field is always there; what is not known is \`null\`, which is false for \`{{#if}}\`, as are 0, an empty text and an empty list.

<!-- Made from src/render/view/*types.ts by \`node scripts/view-docs.ts\`; to be changed there. -->

${sections.join('\n')}`;
  return format(page, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
}

function table(declaration: ts.InterfaceDeclaration): string {
  const rows = declaration.members.filter(ts.isPropertySignature).map((member) => {
    const type = member.type === undefined ? '' : typeText(member.type.getText());
    return `| \`${member.name.getText()}\` | ${type} | ${comment(member).replaceAll('|', '\\|')} |`;
  });
  return ['| field | is | says |', '| :-- | :-- | :-- |', ...rows].join('\n');
}

/** A type as a reader of templates knows it: links to the other tables, `text` for string, `or null`. */
function typeText(code: string): string {
  const plain = code.replace(/readonly |\s+/g, (found) => (found === 'readonly ' ? '' : ' ')).trim();
  const orNull = plain.replace(/ ?\| null$/, '');
  return `${named(orNull)}${orNull === plain ? '' : ' or null'}`;
}

function named(type: string): string {
  const list = /^\(?(.*?)\)?\[\]$/.exec(type);
  if (list) return `list of ${typeText(list[1] ?? '')}`;
  const heading = HEADINGS[type];
  if (heading !== undefined) return `[${heading.toLowerCase()}](#${heading.toLowerCase().replaceAll(' ', '-')})`;
  if (type.includes("'") || type === 'Conclusion' || type === 'RenderDestination') return 'text';
  if (type.startsWith('{')) return 'object';
  if (type.startsWith('Readonly<Record')) return 'values by name';
  return { string: 'text', boolean: 'true or false' }[type] ?? type.replaceAll('|', 'or').replace('string', 'text');
}

function comment(node: ts.Node): string {
  const doc = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  const text = doc === undefined ? undefined : ts.getTextOfJSDocComment(doc.comment);
  if (text === undefined || text === '')
    throw new Error(`src/render/view/*types.ts: ${node.getText().slice(0, 60)} has no docstring`);
  return text.replace(/\s+/g, ' ');
}

if (import.meta.main) writeFileSync(PAGE, await viewPage());
