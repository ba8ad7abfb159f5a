import fc from '../properties.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-0',
    '1e3',
    'NaN',
    'null',
    'true',
    '{"a":1}',
    '2026-10-05T08:12:33Z',
    'a,b;"c"\n',
  ),
);
const key = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
  fc.constantFrom(
    'plan',
    'Plan',
    'PLAN',
    'timestamp',
    'Timestamp',
    'payload',
    'appid',
    'TYPE',
    '_ir_user',
    'a"b',
    "a'b",
    'a\u0000b',
    'straße',
    'STRASSE',
  ),
);
const payload = fc
  .array(
    fc.tuple(
      key.filter((each) => each !== '__proto__' && each.isWellFormed()),
      fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null)),
    ),
    { maxLength: 5 },
  )
  .map((entries) =>
    Object.fromEntries(entries.filter(([, value]) => typeof value !== 'number' || Number.isFinite(value))),
  );
const price = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined });
const anEvent = fc.record({
  timestamp: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2026-11-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  appID: text.filter((each) => each !== ''),
  clientUser: fc.option(text),
  type: text.filter((each) => each !== ''),
  sessionID: fc.option(text),
  isTestMode: fc.boolean(),
  floatValue: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  payload: fc.tuple(payload, price).map(([given, number]) => ({
    ...given,
    ...(number === undefined ? {} : { 'RevenueCat.event.price': number }),
  })),
});

/**
 * Events that may be stored, with hostile keys and values: no text with half a character, and no whole number
 * that JSON cannot hold.
 */
export const storableEvent = anEvent.filter(
  ({ payload: { ...values }, ...fields }) =>
    [...Object.values(fields), ...Object.values(values)].every(
      (value) => typeof value !== 'string' || value.isWellFormed(),
    ) &&
    Object.entries(values).every(
      ([name, value]) =>
        typeof value !== 'number' ||
        name.startsWith('RevenueCat') ||
        !Number.isInteger(value) ||
        Number.isSafeInteger(value),
    ),
);
