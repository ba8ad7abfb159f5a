/**
 * Makes every path of a parsed template strict. By itself Handlebars lets an argument of a helper, `{{#if …}}` among
 * them, name a field that does not exist.
 */
export function strictPaths(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'PathExpression') Object.assign(node, { strict: true });
  for (const child of Object.values(node)) strictPaths(child);
}

/** How every template is compiled. */
export const COMPILE_OPTIONS = { strict: true } as const;
