import { describeOnCluster } from '../support/cluster/cluster.ts';
import { druidOf, loadEvents } from '../support/cluster/load.ts';
import fc, { runs } from '../support/properties.ts';
import { findFault, forEach, sampled } from '../support/service/isolation-checks.ts';
import { NAMES, PROBES } from '../support/service/isolation-probes.ts';
import { EVERY_BLOCK, stringFields } from '../support/service/query-fields.ts';
import { clusterBackend } from '../../src/cluster/plug.ts';
import { startTwo, THEIRS, type TwoOrganizations } from '../support/service/two-organizations.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const FIELDS = stringFields(EVERY_BLOCK);

/** An answer without the words of the other organization that the query has itself. */
function withoutEchoes(text: string, query: unknown) {
  const words = JSON.stringify(query).match(/\w*(?:zq7|731297|Geheim)\w*/g) ?? [];
  return words.reduce((rest, word) => rest.replaceAll(word, '…'), text);
}

describeOnCluster('an organization on a cluster', (addresses) => {
  const { druidUrl, overlordUrl } = addresses;
  let folders: string[];
  let two: TwoOrganizations;
  /** The same organizations and events in a file. */
  let embedded: TwoOrganizations;
  const places = [druidUrl, overlordUrl, '127.0.0.1', 'org.apache'];

  beforeAll(async () => {
    folders = [emptyFolder(), emptyFolder()];
    embedded = await startTwo(folders[1] ?? '', true);
    const druid = druidOf(addresses);
    const cluster = { druidUrl, overlordUrl, kafkaBrokers: [] };
    two = await startTwo(folders[0] ?? '', true, { backend: clusterBackend(cluster) }, (namespace, events) =>
      loadEvents(druid, namespace, events),
    );
    await druid.close();
  });

  afterAll(async () => {
    await Promise.all([two.service.close(0), embedded.service.close(0)]);
  });

  test('an organization gets its own numbers, and nothing of the other whose events are in the same Druid', async () => {
    const count = {
      queryType: 'timeseries',
      granularity: 'all',
      intervals: ['2026-01-01/2026-12-31'],
      aggregations: [{ type: 'count', name: 'n' }],
    };
    expect((await two.ask(count)).text).toContain('"n":24}');
    expect(await two.ask({ ...count, dataSource: THEIRS })).toMatchObject({ status: 403 });
    expect(await two.ask({ ...count, dataSource: { type: 'table', name: THEIRS } })).toMatchObject({
      status: 403,
    });
    const table = { type: 'table', name: THEIRS };
    for (const dataSource of [
      [THEIRS],
      { type: 'union', dataSources: [THEIRS] },
      { type: 'join', left: { type: 'union', dataSources: [table] }, right: { type: 'lookup', lookup: 'x' } },
      { type: 'query', query: { queryType: 'scan', dataSource: table } },
      { type: 'unnest', base: THEIRS },
    ]) {
      const [there, inFile] = await Promise.all(
        [two, embedded].map((each) => each.ask({ ...count, dataSource })),
      );
      expect([there?.status, inFile?.status]).toEqual([403, 403]);
    }
    expect(await two.ask({ ...count, dataSource: { type: 'lookup', lookup: 'x' } })).toMatchObject({
      status: 400,
    });
  });

  test('an organization is answered or refused as in a file, and learns nothing, whatever it queries', async () => {
    const found: string[] = [];
    const statuses: Record<number, number> = {};
    await forEach([...PROBES, ...EVERY_BLOCK], async (query) => {
      const [{ status, text }, inFile] = await Promise.all([two.ask(query), embedded.ask(query)]);
      statuses[status] = (statuses[status] ?? 0) + 1;
      const fault = findFault({ status, text: withoutEchoes(text, query) }, '', places);
      const isRefused = status === 400 && text.includes('is not supported by druid');
      if (fault !== null || (status !== inFile.status && !isRefused)) {
        found.push(
          `${JSON.stringify(query)}: ${fault ?? `${status}, in a file ${inFile.status}`}: ${text.slice(0, 200)}`,
        );
      }
    });
    expect(found).toEqual([]);
    expect(statuses[200]).toBeGreaterThan(100);
    expect(statuses[403]).toBeGreaterThan(10);
  });

  test('an organization learns nothing from a name that only the other has, in any place of a query', async () => {
    const found: string[] = [];
    const cases = FIELDS.flatMap((field) => NAMES.map((name) => ({ ...field, text: name })));
    await forEach(sampled(cases), async ({ name, replaced, text }) => {
      const fault = findFault(await two.ask(replaced(text)), text, places);
      if (fault !== null) found.push(`${name}, ${text}: ${fault}`);
    });
    expect(found).toEqual([]);
  });

  test('an organization gets an answer or a refusal for any text in any place', async () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          "'",
          '"',
          '\\',
          '\0',
          '(',
          ')',
          '%',
          '{',
          '[',
          '+',
          '*',
          '9',
          '.',
          'ä',
          THEIRS,
          'lookup',
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FIELDS), pieces, async ({ name, replaced }, text) => {
        const fault = findFault(await two.ask(replaced(text)), text, places);
        if (fault !== null) throw new Error(`${name}: ${fault}`);
      }),
      { numRuns: runs(300) },
    );
  });
});
