import { terminalColumns } from '../../src/cli/io.ts';

test.each([
  [{ isTTY: true, columns: 132 }, 132],
  [{ isTTY: true, columns: 0 }, 80],
  [{ isTTY: true }, 80],
  [{ isTTY: false, columns: 132 }, null],
  [{}, null],
])('a stream %j has %j columns', (stream, columns) => {
  expect(terminalColumns(stream)).toBe(columns);
});
