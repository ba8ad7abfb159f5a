const TITLE_UNITS = 256;

/** A title as GitHub takes it: one line, never empty, at most 256 UTF-16 units. */
export function issueTitle(title: string): string {
  const line = title.replace(/[\p{Cc}\p{Zl}\p{Zp}\s\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  if (line === '') return 'Insight report';
  if (line.length <= TITLE_UNITS) return line;
  return `${line
    .slice(0, TITLE_UNITS - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}
