import fc from '../../support/properties.ts';
import { parseEvent } from '../../../src/service/events/event.ts';
import { InvalidEventError } from '../../../src/service/events/invalid-event.ts';
import { parseTimestamp } from '../../../src/tql/literals.ts';
import { event } from '../../support/service/event.ts';

const SCALE = 'TelemetryDeck.Device.screenScaleFactor';

describe('a valid event', () => {
  test('a valid event is stored as it was sent', () => {
    expect(parseEvent(event())).toEqual({
      timeMs: Date.UTC(2026, 9, 5, 8, 12, 33),
      appID: 'B1',
      clientUser: 'a9',
      type: 'appLaunched',
      sessionID: 's1',
      isTestMode: 'false',
      floatValue: 1.5,
      payload: [['modelName', 'iPhone15,3']],
    });
  });

  test.each([
    ['no user', { clientUser: undefined }, { clientUser: null }],
    ['no test mode', { isTestMode: undefined }, { isTestMode: 'false' }],
    ['test mode', { isTestMode: true }, { isTestMode: 'true' }],
    [
      'test mode in the payload',
      { isTestMode: undefined, payload: { isTestMode: 'true' } },
      { isTestMode: 'true', payload: [] },
    ],
    [
      'a float in the payload',
      { floatValue: undefined, payload: { floatValue: 2 } },
      { floatValue: 2, payload: [] },
    ],
    [
      'numbers and booleans as text',
      { payload: { a: 7, b: true, c: 1.5 } },
      {
        payload: [
          ['a', '7'],
          ['b', 'true'],
          ['c', '1.5'],
        ],
      },
    ],
    ['nulls left out', { payload: { a: null, b: '' } }, { payload: [['b', '']] }],
    [
      "names that are an event's own",
      { payload: { type: 'x', count: 3, __time: 1, a: 'b' } },
      { payload: [['a', 'b']] },
    ],
    ['a numeric key', { payload: { [SCALE]: 2 } }, { payload: [[SCALE, 2]] }],
    ['a numeric key as text', { payload: { [SCALE]: '2.5' } }, { payload: [[SCALE, 2.5]] }],
    [
      'names of Object.prototype',
      { payload: { constructor: 'a', toString: 'b' } },
      {
        payload: [
          ['constructor', 'a'],
          ['toString', 'b'],
        ],
      },
    ],
    ['an offset', { timestamp: '2026-10-05T10:12:33+0200' }, {}],
  ])('a valid event is brought into the form that is stored: %s', (_, changes, stored) => {
    expect(parseEvent(event(changes))).toMatchObject(stored);
  });
});

describe('an invalid event', () => {
  test.each([
    [null, 'not a JSON object'],
    [event({ timestamp: undefined }), 'timestamp is missing'],
    [event({ timestamp: [1_790_000_000] }), 'timestamp is not a date-time'],
    [event({ timestamp: '2026-10-05T08:12:33' }), 'timestamp has no zone'],
    [event({ timestamp: '2026-10-05T24:00:00Z' }), 'timestamp is not a date-time'],
    [event({ appID: '' }), 'appID is empty'],
    [event({ appID: [7] }), 'appID is not a string'],
    [event({ type: undefined }), 'type is missing'],
    [event({ clientUser: {} }), 'clientUser is not a string'],
    [event({ floatValue: Infinity }), 'floatValue is not a number'],
    [event({ payload: 'x' }), 'payload is not an object'],
    [event({ payload: { a: 2 ** 60 } }), 'an integer beyond 2^53'],
    [event({ payload: { a: { b: 2 ** 60 } } }), 'an integer beyond 2^53'],
    [event({ payload: { a: Infinity } }), 'payload'],
    [event({ payload: { [SCALE]: 'wide' } }), `${SCALE} is a numeric key`],
  ])('an invalid event is refused: %j', (value, message) => {
    expect(() => parseEvent(value)).toThrow(InvalidEventError);
    expect(() => parseEvent(value)).toThrow(message);
  });

  test('an invalid event is refused even if it is nested very deeply', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    for (const changes of [
      { payload: { a: deep } },
      { payload: deep },
      { type: deep },
      { timestamp: deep },
    ]) {
      expect(() => parseEvent(event(changes))).toThrow(InvalidEventError);
    }
  });

  test('an invalid event is refused for a reason without values', () => {
    const reasons = ['yesterday', 'tomorrow'].map((timestamp) => {
      try {
        return parseEvent(event({ timestamp }));
      } catch (error) {
        return error instanceof InvalidEventError ? error.reason : error;
      }
    });
    expect(reasons[0]).toBe(reasons[1]);
    expect(reasons[0]).toContain('timestamp');
  });
});

describe('a time', () => {
  /** What each ending adds, in milliseconds; null: the time is not valid. */
  const ENDINGS: ReadonlyMap<string, number | null> = new Map([
    ['Z', 0],
    ['.5Z', 500],
    ['.250Z', 250],
    ['+00:00', 0],
    ['.123456Z', 123],
    ['-0130', 5_400_000],
    ['+2400', null],
    ['.2x0Z', null],
    ['z', null],
    ['.25+Z', null],
    ['', null],
  ]);

  test('a time is read if its date and time exist', () => {
    const upTo = (max: number) => fc.nat(max);
    const parts = [upTo(13), upTo(32), upTo(25), upTo(61), upTo(61)] as const;
    fc.assert(
      fc.property(...parts, fc.constantFrom(...ENDINGS), (month, day, h, m, s, [ending, added]) => {
        const [mm, dd, ...time] = [month, day, h, m, s].map((number) => String(number).padStart(2, '0'));
        const days = month < 1 || month > 12 ? 0 : new Date(Date.UTC(2026, month, 0)).getUTCDate();
        const exists = day >= 1 && day <= days && h < 24 && m < 60 && s < 60;
        const expected = exists && added !== null ? Date.UTC(2026, month - 1, day, h, m, s) + added : null;
        expect(parseTimestamp(`2026-${mm}-${dd}T${time.join(':')}${ending}`)).toBe(expected);
      }),
    );
  });
});
