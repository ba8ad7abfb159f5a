import { openReporter } from '../../../src/cli/import/reporter.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('the progress shows the step of an import and its seconds, every two seconds where no terminal is', async () => {
  jest.useFakeTimers();
  let written = '';
  const stderr = { write: (text: string) => (written += text) !== '' };
  const { note, close } = await openReporter({ stderr }, null, []);
  await note({ kind: 'step', text: 'a.csv: reading' });
  jest.advanceTimersByTime(4500);
  await note({ kind: 'step', text: 'a.csv: storing 3 events' });
  jest.advanceTimersByTime(2000);
  await close();
  jest.advanceTimersByTime(9000);
  expect(written).toBe(
    'a.csv: reading, 2 s so far\na.csv: reading, 4 s so far\na.csv: storing 3 events, 6 s so far\n',
  );
});
