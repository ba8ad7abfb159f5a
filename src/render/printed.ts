/** What a mustache prints of a value that is neither text nor number: a period is its dates, anything else its JSON. */
export function printed(value: unknown): string {
  const isPeriod = typeof value === 'object' && value !== null && 'dates' in value;
  return isPeriod && typeof value.dates === 'string' ? value.dates : JSON.stringify(value);
}
