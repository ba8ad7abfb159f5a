// Cases that every engine must pass: shapes, names, order and values, to the letter.
import { DIFFERENCES, findStale, SHOWN_BY } from '../../../support/cluster/differences.ts';
import { EXCUSES } from '../../../oracle/differences/excuses.ts';
import { readCases } from './cases/cases.ts';
import { startDuckdb } from './cases/engines.ts';
import { testCases } from './cases/run-cases.ts';

testCases('duckdb', startDuckdb);

test('each case that Druid answers differently names a difference of docs/operate/cluster/differences.md', () => {
  const reasons = readCases().flatMap(({ druid }) => (druid === undefined ? [] : [druid.reason]));
  expect(reasons.length).toBeGreaterThan(10);
  expect(reasons.filter((reason) => !(reason in DIFFERENCES))).toEqual([]);
});

test('each case that Druid answers differently does differ from the answer of the embedded engine', () => {
  const same = readCases().filter(
    ({ answer, druid }) =>
      druid !== undefined &&
      druid.refused === undefined &&
      JSON.stringify(druid.answer) === JSON.stringify(answer),
  );
  expect(same.map(({ name }) => name)).toEqual([]);
});

test('each difference that a case shows has one, so that its entry fails the day it no longer happens', () => {
  const reasons = new Set<string>(readCases().flatMap(({ druid }) => druid?.reason ?? []));
  const shown = Object.entries(SHOWN_BY).filter(([, by]) => by === 'a case');
  expect(shown.map(([name]) => name).filter((name) => !reasons.has(name))).toEqual([]);
});

test('an entry that excuses nothing in random queries any more is named, and no other is', () => {
  const random = Object.entries(SHOWN_BY).flatMap(([name, by]) => (by === 'random queries' ? [name] : []));
  expect(findStale(new Set(random))).toEqual([]);
  expect(findStale(new Set(random.filter((name) => name !== 'mixed types')))).toEqual(['mixed types']);
  expect(findStale(new Set())).toEqual(random);
  // Numbers in another notation are found by plain loops that read them as Druid does.
  const excused = new Set<string>([...EXCUSES.map(({ name }) => name), 'notation of numbers']);
  expect(random.filter((name) => !excused.has(name))).toEqual([]);
});
