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

test('the progress says how long the rest of a step takes, once a tenth of it is done', async () => {
  expect(
    await linesOf([
      [10, read(0.05)],
      [20, read(0.1)],
      [80, read(0.4)],
      [202, stored(0)],
      [212, stored(0.25)],
    ]),
  ).toEqual([
    'a.csv: reading, 5 %, 10 s so far',
    // Twenty seconds for a tenth: nine times as long for the rest.
    'a.csv: reading, 10 %, 20 s so far, about 3 min left',
    'a.csv: reading, 40 %, 80 s so far, about 2 min left',
    'a.csv: storing 1000 events, 0 %, 202 s so far',
    'a.csv: storing 1000 events, 25 %, 212 s so far, about 30 s left',
  ]);
});

test('the progress says nothing of the rest while the length of the input is not known', async () => {
  expect(await linesOf([[10, read(null)]])).toEqual(['a.csv: reading, 10 s so far']);
});
