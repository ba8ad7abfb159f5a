import { openReporter } from '../../../src/cli/import/reporter.ts';
import type { ImportNote } from '../../../src/cli/import/read-file.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const read = (share: number | null): ImportNote => ({ kind: 'reading', file: 'a.csv', share });
const stored = (share: number): ImportNote => ({ kind: 'storing', file: 'a.csv', events: 1000, share });

/** The lines that are shown for notes at these seconds. */
async function linesOf(notes: readonly (readonly [seconds: number, note: ImportNote])[]) {
  let seconds = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
  let written = '';
  const stderr = { write: (text: string) => (written += text) !== '' };
  const { note } = await openReporter({ stderr }, null, []);
  for (const [at, each] of notes) {
    seconds = at;
    await note(each);
  }
  return written.trim().split('\n');
}

test('the progress says how much of a step is done, where the length of the input is known', async () => {
  expect(
    await linesOf([
      [10, read(null)],
      [80, read(0.4)],
      [81, read(0.41)],
      [212, stored(0.25)],
    ]),
  ).toEqual([
    'a.csv: reading, 10 s so far',
    'a.csv: reading, 40 %, 80 s so far',
    'a.csv: storing 1000 events, 25 %, 212 s so far',
  ]);
});
