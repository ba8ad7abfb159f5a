/** Where an import into a store's file keeps, while it runs, the lines that the engine is to read. Only who holds the store writes there. */
export function importCopy(store: string): string {
  return `${store}.import`;
}
