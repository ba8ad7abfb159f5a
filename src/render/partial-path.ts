/** Where a partial of one's own stands: `.github/partials/row.hbs` for `row` of `.github/usage.hbs`. */
export function partialPath(template: string, partial: string): string {
  return `${template.replace(/[^/\\]*$/, '')}partials/${partial}.hbs`;
}
