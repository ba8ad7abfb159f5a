/** A gate that a sentence can say: *fail if* a subject *is at least* or *is below* a limit. */
export interface GateSentence {
  /** An expression: `total()`, `value("a")` or `share("a")`. */
  readonly subject: string;
  readonly fails: (typeof FAILS)[number];
  /** The limit as it is written, without the percent sign. */
  readonly limit: string;
}

/** What makes a gate fail, in words. */
export const FAILS = ['is at least', 'is below'] as const;

/** The subjects that a gate can have over rows of these names. */
export function subjectsOf(rows: readonly string[]): readonly string[] {
  const names = rows.map((row) => JSON.stringify(row));
  return ['total()', ...names.map((name) => `share(${name})`), ...names.map((name) => `value(${name})`)];
}

/** A subject in words. */
export function subjectText(subject: string): string {
  const [, kind, name = ''] = /^(share|value)\((".*")\)$/.exec(subject) ?? [];
  if (kind === undefined) return 'the total';
  const row = String(JSON.parse(name));
  return kind === 'share' ? `the share of ${row}` : row;
}

/** The assertion, which holds while the gate does not fail. */
export function writeSentence({ subject, fails, limit }: GateSentence): string {
  return `${subject} ${fails === 'is below' ? '>=' : '<'} ${limit}${subject.startsWith('share(') ? '%' : ''}`;
}

/** The sentence of an assertion; null if a sentence cannot say it. */
export function readSentence(assertion: string): GateSentence | null {
  const [, subject, sign, limit] =
    /^(total\(\)|(?:share|value)\("(?:[^"\\]|\\.)*"\)) (<|>=) (\d+(?:\.\d+)?)%?$/.exec(assertion.trim()) ??
    [];
  if (subject === undefined || limit === undefined) return null;
  const sentence: GateSentence = { subject, fails: sign === '<' ? 'is at least' : 'is below', limit };
  return writeSentence(sentence) === assertion.trim() ? sentence : null;
}
