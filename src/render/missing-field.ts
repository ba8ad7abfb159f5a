import { nearestWord } from '../text/nearest.ts';
import { cut } from './display.ts';

/** What is wrong with asking a part of the view for a field that it has not; `written` is the path as the template has it. */
export function missingField(holder: unknown, name: string, written: string | null): string {
  const missing = `there is no "${name}"`;
  if (holder === undefined && written?.startsWith('../'))
    return `${missing} above the report: there is a "../" too many`;
  if (holder === null || holder === undefined) return `${missing} in something that is not set${unless(written, name)}`;
  if (Array.isArray(holder)) return `${missing} here, in a list: {{#each …}} goes through its items`;
  const fields = typeof holder === 'object' ? Object.keys(holder) : [];
  return `${missing} here${meant(name, fields)}`;
}

/** `; did you mean total?`, else what there is; `page` says where it is written down. */
export function meant(name: string, known: readonly string[], page = 'docs/view.md says what there is'): string {
  const near = nearestWord(name, known);
  if (near !== null) return `; did you mean ${near}? (${page})`;
  if (known.length === 0) return ` (${page})`;
  return `; there are ${cut(known.join(', '), LIST_LIMIT)}`;
}

const LIST_LIMIT = 700;

/** Of `run.url` the part that is not set is `run`. */
function unless(written: string | null, name: string): string {
  const end = written?.lastIndexOf(`.${name}`) ?? -1;
  return written === null || end < 1 ? '' : `; write {{#if ${written.slice(0, end)}}}…{{/if}} around it`;
}
