// Where templates and partials come from: those of the package are in the folder templates/, a user's
// partials next to their template.
import { readFileSync } from 'node:fs';
import type { BuiltinTemplate } from '../../inputs/request.ts';

/** The source of a template that comes with the package. */
export function builtinTemplate(name: BuiltinTemplate): string {
  // Each path is a literal: ncc bundles only the files whose paths it can read in the source.
  switch (name) {
    case 'report':
      return readFileSync(new URL('../../../../templates/report.hbs', import.meta.url), 'utf8');
    case 'compact':
      return readFileSync(new URL('../../../../templates/compact.hbs', import.meta.url), 'utf8');
  }
}

/** The sources of the partials that every template may use. */
export function builtinPartials(): Readonly<Record<string, string>> {
  return {
    fold: readFileSync(new URL('../../../../templates/partials/fold.hbs', import.meta.url), 'utf8'),
    footer: readFileSync(new URL('../../../../templates/partials/footer.hbs', import.meta.url), 'utf8'),
    gates: readFileSync(new URL('../../../../templates/partials/gates.hbs', import.meta.url), 'utf8'),
    headline: readFileSync(new URL('../../../../templates/partials/headline.hbs', import.meta.url), 'utf8'),
    minimums: readFileSync(new URL('../../../../templates/partials/minimums.hbs', import.meta.url), 'utf8'),
    notShown: readFileSync(new URL('../../../../templates/partials/not-shown.hbs', import.meta.url), 'utf8'),
    queries: readFileSync(new URL('../../../../templates/partials/queries.hbs', import.meta.url), 'utf8'),
    remarks: readFileSync(new URL('../../../../templates/partials/remarks.hbs', import.meta.url), 'utf8'),
    releases: readFileSync(new URL('../../../../templates/partials/releases.hbs', import.meta.url), 'utf8'),
    section: readFileSync(new URL('../../../../templates/partials/section.hbs', import.meta.url), 'utf8'),
    signals: readFileSync(new URL('../../../../templates/partials/signals.hbs', import.meta.url), 'utf8'),
    top: readFileSync(new URL('../../../../templates/partials/top.hbs', import.meta.url), 'utf8'),
  };
}

/** The path of a user's partial: `.github/partials/row.hbs` for `row` of `.github/usage.hbs`. */
export function partialPath(template: string, partial: string): string {
  return `${template.replace(/[^/\\]*$/, '')}partials/${partial}.hbs`;
}
