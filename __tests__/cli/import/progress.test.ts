import { openReporter } from '../../../src/cli/import/progress.ts';
import type { ImportNote } from '../../../src/service/import/files.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const read = (events: number, bytes: number, file = 'a.csv'): ImportNote => ({
  kind: 'progress',
  file,
  events,
  bytes,
});
const stored = (done: number): ImportNote => ({ kind: 'storing', file: 'a.csv', events: 1000, done });

/** The lines that are shown for notes at these seconds. */
async function linesOf(notes: readonly (readonly [seconds: number, note: ImportNote])[], bytes = 40_000_000) {
  let seconds = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
  let written = '';
  const stderr = { write: (text: string) => (written += text) !== '' };
  const { note } = await openReporter({ stderr }, null, [], new Map([['a.csv', bytes]]));
  for (const [at, each] of notes) {
    seconds = at;
    await note(each);
  }
  return written.trim().split('\n');
}

test('the progress says how long the rest of a step takes, once a tenth of it is done', async () => {
  expect(
    await linesOf([
      [10, read(100, 2_000_000)],
      [20, read(200, 4_000_000)],
      [80, read(800, 16_000_000)],
      [200, read(2000, 40_000_000)],
      [202, stored(0)],
      [212, stored(250)],
      [222, stored(500)],
    ]),
  ).toEqual([
    'a.csv: 100 events, 2 MB, 10 events/s, 10 s so far',
    // Twenty seconds for a tenth: nine times as long for the rest.
    'a.csv: 200 events, 4 MB, 10 events/s, 20 s so far, about 3 min left',
    'a.csv: 800 events, 16 MB, 10 events/s, 80 s so far, about 2 min left',
    'a.csv: 2000 events, 40 MB, 10 events/s, 200 s so far, about 0 s left',
    'a.csv: storing 0 of 1000 events, 202 s so far',
    'a.csv: storing 250 of 1000 events, 212 s so far, about 30 s left',
    'a.csv: storing 500 of 1000 events, 222 s so far, about 20 s left',
  ]);
});

test('the progress says nothing of the rest of a file whose length is not known, as of a compressed one', async () => {
  expect(await linesOf([[10, read(100, 9_000_000, 'b.csv.gz')]])).toEqual([
    'b.csv.gz: 100 events, 9 MB, 10 events/s, 10 s so far',
  ]);
});
