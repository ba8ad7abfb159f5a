// Recognizes values that are one value in two spellings: `ios 15` and `iOS 15`. Gates ask it about a key that
// a table lacks or has twice, and the news of a table about rows that are new and gone.

/** Letters and digits in lower case, and what is between two digits: 1.10 is not 11.0, and 1 5 is not 15. */
export function plainText(text: string): string {
  return text
    .normalize()
    .toLowerCase()
    .replace(/(\p{N}?)[^\p{L}\p{N}]+(?=(\p{N}?))/gu, (between, before: string, after: string) =>
      before !== '' && after !== '' ? between : before,
    );
}

/**
 * The same for rows that differ only in the case of their values, in blanks and in punctuation within them:
 * `C++` is not `C`, nor `-1` the same as `1`.
 */
export function spellingOf({ parts }: { readonly parts: readonly (string | null)[] }): string {
  const spellings = parts.map((part) => {
    const ends = part?.trim().match(/^[^\p{L}\p{N}]*|[^\p{L}\p{N}]*$/gu);
    return part === null ? null : [plainText(part), ends];
  });
  return JSON.stringify(spellings);
}
