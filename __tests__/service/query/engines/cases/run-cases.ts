import { answerQuery } from '../../../../support/service/answer.ts';
import type { EventOwner } from '../../../../../src/service/query/engines/engine.ts';
import { type Case, eventsOf, readCases } from './cases.ts';
import type { EngineUnderTest } from './engines.ts';

const CASES = readCases();

/** JSON with its keys in order, and fractions with 12 digits, because engines may differ in the last bits. */
function written(answer: unknown): string {
  return JSON.stringify(answer, (_key, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value,
  );
}

/**
 * Asks an engine all cases. Where its answer differs from the embedded engine's, the case says so under the
 * engine's name.
 */
export function testCases(name: 'duckdb' | 'druid', start: () => Promise<EngineUnderTest>): void {
  describe(name, () => {
    let under: EngineUnderTest;
    const owners = new Map<string, Promise<EventOwner>>();

    function ownerOf(one: Case): Promise<EventOwner> {
      const set = typeof one.events === 'string' ? one.events : `case-${CASES.indexOf(one)}`;
      const owner = owners.get(set) ?? under.load(set, eventsOf(one));
      owners.set(set, owner);
      return owner;
    }

    beforeAll(async () => {
      under = await start();
      // Loading takes Druid seconds, however many sets there are.
      if (name === 'druid') await Promise.all(CASES.map(ownerOf));
    });

    afterAll(() => under.close());

    test.each(CASES.map((one) => [`${one.file}: ${one.name} [${one.section}]`, one] as const))(
      'the engine answers the case as its file says: %s',
      async (_title, one) => {
        const owner = await ownerOf(one);
        const options = { owner, nowMs: Date.parse(one.now), engine: under.engine };
        const answering = answerQuery(one.query, { ...options, signal: new AbortController().signal });
        const own = name === 'druid' ? one.druid : undefined;
        if (own?.refused !== undefined) {
          await expect(answering).rejects.toMatchObject({ name: 'QueryError', message: own.refused });
          return;
        }
        expect(written(await answering)).toBe(written(own?.answer ?? one.answer));
      },
    );
  });
}
