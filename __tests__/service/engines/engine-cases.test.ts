// One table of cases that any engine must pass: shapes, names, order and values to the letter.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerQuery } from '../../../src/service/answer.ts';
import { type EventTable } from '../../../src/service/engines/engine.ts';
import { eventsOf, readCases, type Case } from './cases/cases.ts';
import { ENGINES, type EngineUnderTest } from './cases/engines.ts';

const CASES = readCases();

/** JSON with its keys in the order they came; fractions to 12 digits, where engines may differ in the last bits. */
function written(answer: unknown): string {
  return JSON.stringify(answer, (_key, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value,
  );
}

describe.each([...ENGINES])('%s', (_name, start) => {
  let under: EngineUnderTest;
  const tables = new Map<string, Promise<EventTable>>();

  beforeAll(async () => {
    under = await start();
  });

  afterAll(() => {
    under.close();
  });

  function tableOf(one: Case): Promise<EventTable> {
    const name = typeof one.events === 'string' ? one.events : `case-${CASES.indexOf(one)}`;
    const table = tables.get(name) ?? under.load(name, eventsOf(one));
    tables.set(name, table);
    return table;
  }

  test.each(CASES.map((one) => [`${one.file}: ${one.name} [${one.section}]`, one] as const))(
    '%s',
    async (_title, one) => {
      const options = {
        table: await tableOf(one),
        namespace: 'shop',
        nowMs: Date.parse(one.now),
        engine: under.engine,
      };
      const answering = answerQuery(one.query, { ...options, signal: new AbortController().signal });
      expect(written(await answering)).toBe(written(one.answer));
    },
  );
});
