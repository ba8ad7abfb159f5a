import { expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { run, runWith } from '../support/run-command.ts';
import { withFolder } from '../support/service/store.ts';

function answerNo(...args: readonly string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write('n\n');
  return runWith({ stdin }, ...args);
}

test('a no to "insight remove" and "columns drop" changes nothing', () =>
  withFolder(async (folder) => {
    const place = ['--org', 'a', '--db', join(folder, 'usage.duckdb')];
    const [events, insight] = [join(folder, 'events.ndjson'), join(folder, 'devices.json')];
    await writeFile(
      events,
      '{"timestamp":"2026-10-05T08:12:33Z","appID":"a","type":"x","clientUser":"u","payload":{"model":"m"}}\n',
    );
    await writeFile(insight, '{"queryType":"timeseries","aggregations":[{"type":"eventCount"}]}');
    await run('org', 'create', 'a', ...place.slice(2));
    await run('import', events, ...place);
    await run('insight', 'add', insight, ...place);
    const removed = await answerNo('insight', 'remove', 'devices', ...place);
    expect([removed.code, removed.stdout]).toEqual([0, 'Nothing was removed.\n']);
    const dropped = await answerNo('columns', 'drop', 'model', ...place);
    expect([dropped.code, dropped.stdout]).toEqual([0, 'Nothing was dropped.\n']);
    expect((await run('insight', 'list', ...place)).stdout).toContain('\tdevices\n');
    expect((await run('columns', ...place)).stdout).toContain('model');
  }));
