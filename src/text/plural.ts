/** An English noun in the form for its count: `row` for 1, `rows` for any other number. */
export function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`;
}
