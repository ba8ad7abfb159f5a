// Aligns the columns of a table that is printed on a terminal.
import stringWidth from 'string-width';

/**
 * Rows of cells as lines: `[['a', '10'], ['bcd', '9']]` → `a    10`, `bcd  9`. `isRight` aligns numbers
 * right.
 */
export function alignCells(
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean = () => false,
): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, stringWidth(row[column] ?? '')), 0),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const spaces = ' '.repeat((widths[column] ?? 0) - stringWidth(cell));
      return isRight(column) ? spaces + cell : cell + spaces;
    });
    return cells.join('  ').trimEnd();
  });
}
