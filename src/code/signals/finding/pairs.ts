// Pairs the calls before a change with those after it, so that a call that moved or was renamed is not taken
// for one that went and one that came: `signal("Saved")` of line 3 is now `signal("ItemSaved")` on line 5.
// Pure.
import type { FoundCall } from './calls.ts';
import type { LineChanges } from './lines.ts';

/** One call before and after the change. */
export type CallPair = readonly [before: FoundCall, after: FoundCall];

/** A line before the change, and the line after it that has the same calls. */
type LinePair = readonly [file: string, before: number, after: number];

type CallsByLine = ReadonlyMap<string, readonly FoundCall[]>;

/**
 * Pairs each call with itself after the change: on a line that is left, or on one where only its name
 * changed. Calls that were added or removed have no pair.
 */
export function pairCalls(
  before: readonly FoundCall[],
  after: readonly FoundCall[],
  lines: ReadonlyMap<string, LineChanges>,
): readonly CallPair[] {
  const [earlier, current] = [callsByLine(before), callsByLine(after)];
  const renamed = [...lines].flatMap(([file, { changedParts }]) =>
    changedParts.flatMap((part) => renamedLines(file, part, earlier, current)),
  );
  return [...keptLines(before, lines), ...renamed].flatMap(([file, lineBefore, lineAfter]) => {
    const callsBefore = earlier.get(lineKey(file, lineBefore)) ?? [];
    const callsAfter = current.get(lineKey(file, lineAfter)) ?? [];
    // If the line has more or fewer calls now, nobody knows which is which.
    return callsBefore.length === callsAfter.length ? zip(callsBefore, callsAfter) : [];
  });
}

function callsByLine(calls: readonly FoundCall[]): CallsByLine {
  return Map.groupBy(calls, ({ file, line }) => lineKey(file, line));
}

function lineKey(file: string, line: number): string {
  return `${file}\0${line}`;
}

/** The lines with calls that the change leaves as they are, though perhaps at another place. */
function keptLines(
  calls: readonly FoundCall[],
  lines: ReadonlyMap<string, LineChanges>,
): readonly LinePair[] {
  const places = new Map(calls.map(({ file, line }) => [lineKey(file, line), { file, line }]));
  return [...places.values()].flatMap(({ file, line }) => {
    const changes = lines.get(file);
    const lineAfter = changes === undefined ? line : changes.kept.get(line);
    return lineAfter === undefined ? [] : [[file, line, lineAfter] as const];
  });
}

/**
 * The lines of a changed part that differ in nothing but the name of their call. If several lines are equal
 * but for the name, they are paired in their order, unless there are more or fewer of them now.
 */
function renamedLines(
  file: string,
  { oldLines, newLines }: LineChanges['changedParts'][number],
  earlier: CallsByLine,
  current: CallsByLine,
): readonly LinePair[] {
  const byText = (lines: readonly number[], calls: CallsByLine) =>
    Map.groupBy(lines, (line) => {
      const [only, ...others] = calls.get(lineKey(file, line)) ?? [];
      if (only === undefined || others.length > 0) return null;
      // If the name is alone on its line, the parameters show which call it is.
      return `${only.call.skeleton}\0${only.call.parameters}`;
    });
  const newLinesByText = byText(newLines, current);
  return [...byText(oldLines, earlier)].flatMap(([text, linesBefore]) => {
    const linesAfter = newLinesByText.get(text) ?? [];
    if (text === null || linesBefore.length !== linesAfter.length) return [];
    return zip(linesBefore, linesAfter).map(([before, after]) => [file, before, after] as const);
  });
}

/** The first of one list with the first of the other, and so on. */
function zip<T>(list: readonly T[], others: readonly T[]): readonly (readonly [T, T])[] {
  return list.flatMap((each, index) => {
    const other = others[index];
    return other === undefined ? [] : [[each, other] as const];
  });
}
