// "Did you mean …?": finds the nearest of some words, for messages about inputs, names and rows.

/**
 * `; did you mean total?` after a misspelt word; empty if no candidate is near. `prefix` is put before the
 * candidate: `--`.
 */
export function didYouMean(word: string, candidates: readonly string[], prefix = ''): string {
  const near = nearestWord(word, candidates);
  return near === null ? '' : `; did you mean ${prefix}${near}?`;
}

/**
 * The candidate that a misspelt word most likely means: also `TelemetryDeck.Device.modelName` for
 * `modelName`, and the reverse. Null if more than a third of the word would have to change.
 */
export function nearestWord(word: string, candidates: readonly string[]): string | null {
  const name = `.${word.toLowerCase()}`;
  const withOtherPrefix = candidates.find((each) => {
    const candidate = `.${each.toLowerCase()}`;
    return candidate.endsWith(name) || name.endsWith(candidate);
  });
  if (withOtherPrefix !== undefined) return withOtherPrefix;
  return mostSimilarWord(
    word,
    candidates,
    Math.max(1, Math.floor(Math.min(word.length, COMPARED_CHARACTERS) / 3)),
  );
}

/** The candidate that is most like a word, within `limit` changes; the first of equals. */
export function mostSimilarWord(
  word: string,
  candidates: readonly string[],
  limit = Infinity,
): string | null {
  const lowerCaseWord = word.toLowerCase().slice(0, COMPARED_CHARACTERS);
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = editDistance(lowerCaseWord, candidate.toLowerCase().slice(0, 2 * COMPARED_CHARACTERS));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Comparing takes time by the product of the lengths, and words may come from outside. */
const COMPARED_CHARACTERS = 60;

/**
 * How many insertions, deletions, replacements and swaps of neighbours lead from one word to the other
 * (Damerau and Levenshtein's distance, row by row): `plna` → `plan` is 1.
 */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    [beforePrevious, previous] = [previous, row];
  }
  return previous[to.length] ?? 0;
}

/**
 * A text to compare by: its letters and digits, in lower case (`iPad-Air` → `ipadair`). What is between two
 * digits stays: 1.10 is not 11.0, and 1 5 is not 15.
 */
export function plainText(text: string): string {
  return text
    .normalize()
    .toLowerCase()
    .replace(/(\p{N}?)[^\p{L}\p{N}]+(?=(\p{N}?))/gu, (between, before: string, after: string) =>
      before !== '' && after !== '' ? between : before,
    );
}
