import { StoreError } from '../store/error.ts';
import { type ImportRecord } from '../store/events.ts';

/** The refusal of a file whose content was imported before. */
export function importedBefore(name: string, { file, importedMs }: ImportRecord): StoreError {
  const when = new Date(importedMs).toISOString();
  return new StoreError(
    `${name} is refused: its content was imported on ${when} as ${file}. \`--again\` imports it a second time.`,
  );
}
