/** The last block that is opened and not closed, where a parser's error says only that the file ends; else null. */
export function openBlock(source: string, error: unknown): { readonly line: number; readonly text: string } | null {
  if (!(error instanceof Error) || !/, got 'EOF'$/.test(error.message)) return null;
  const open: { readonly block: string; readonly index: number }[] = [];
  for (const { 1: opened, 2: closed, index } of source.matchAll(TAGS)) {
    if (opened !== undefined) open.push({ block: opened, index });
    else if (closed !== undefined) open.pop();
  }
  const last = open.at(-1);
  if (last === undefined) return null;
  const line = source.slice(0, last.index).split(/\r\n?|\n/).length;
  return { line, text: `{{#${last.block} …}} is not closed: there is no {{/${last.block}}}` };
}

/** Comments, braces that are written as such, what opens a block and what closes one. */
const TAGS =
  /(?<!\\)\\\{\{|\{\{~?!--[^]*?--~?\}\}|\{\{~?![^]*?\}\}|\{\{~?(?:#[*>]?|\^)\s*([^\s~}]+)|\{\{~?\/\s*([^\s~}]+)/g;
