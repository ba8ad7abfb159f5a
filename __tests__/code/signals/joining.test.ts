import type { SignalFailure } from '../../../src/report/inputs/request.ts';
import type { NameUse, Usage } from '../../../src/code/signals/joining/events.ts';
import { readersOf, watchersOf } from '../../../src/code/signals/joining/filters.ts';
import { type CodeName, failing, joinSignals } from '../../../src/code/signals/joining/signal.ts';
import { signalsJson } from '../../../src/report/render/signals/plain.ts';

const LAST = '2026-11-20T10:00:00.000Z';
const use = (users: number): NameUse => ({ events: users * 3, users, lastSeen: LAST });
const usage = (users: Readonly<Record<string, number>>): Usage => ({
  byName: new Map(Object.entries(users).map(([name, count]) => [name, use(count)])),
  users: 10_000,
});
const inCode = (name: string, change: CodeName['change'] = null): CodeName => ({
  name,
  isComputed: false,
  change,
  places: [{ file: 'a.swift', line: 3 }],
});
const computed = (pattern: string): CodeName => ({ ...inCode(pattern), isComputed: true });
const byType = (value: string) => ({ filter: { type: 'selector', dimension: 'type', value } });

/** Name → state, of the whole repository unless it is a change. */
const statesOf = (code: readonly CodeName[], came: Usage | null, scope: 'whole' | 'change' = 'whole') =>
  Object.fromEntries(joinSignals(code, came, [], scope).map(({ name, state }) => [name, state]));

test('the state of a name is live, rare (below 0.1 % of users), silent, or unknown if it is not in the code', () => {
  const code = ['live', 'seldom', 'enough', 'silent'].map((name) => inCode(name));
  const came = usage({ live: 5000, seldom: 9, enough: 10, stranger: 20 });
  expect(statesOf(code, came)).toEqual({
    live: 'live',
    seldom: 'rare',
    enough: 'live',
    silent: 'silent',
    stranger: 'unknown',
  });
});

test('the state of a name is what the change does to it: new only if no event came', () => {
  const code = [
    inCode('added', 'added'),
    inCode('came before', 'added'),
    inCode('kept'),
    inCode('never came'),
    inCode('gone', 'removed'),
    inCode('old', { to: 'added' }),
  ];
  expect(
    statesOf(code, usage({ 'came before': 50, kept: 50, gone: 50, old: 50, stranger: 50 }), 'change'),
  ).toEqual({
    added: 'new',
    'came before': 'live',
    kept: 'live',
    'never came': 'silent',
    gone: 'removed',
    old: 'renamed',
  });
});

test('the state of a name is dynamic for a computed name, whose events count as live, never as unknown', () => {
  const came = usage({ 'page.home.shown': 50, 'page.': 5, other: 50, anything: 9 });
  expect(statesOf([computed('page.{name}.shown'), computed('{event}')], came)).toEqual({
    'page.{name}.shown': 'dynamic',
    '{event}': 'dynamic',
    'page.home.shown': 'live',
    'page.': 'unknown',
    other: 'unknown',
    anything: 'unknown',
  });
});

test('the state of a name is left out without numbers, unless the change alone decides it', () => {
  const code = [inCode('kept'), inCode('added', 'added'), inCode('gone', 'removed'), computed('{x}')];
  expect(statesOf(code, null, 'change')).toEqual({
    kept: null,
    added: 'new',
    gone: 'removed',
    '{x}': 'dynamic',
  });
});

test('the state of a name is never unknown for an event that the SDK sends by itself', () => {
  expect(statesOf([], usage({ 'TelemetryDeck.Session.started': 90 }))).toEqual({});
});

test('signals as JSON are what the contract says, key by key, and gates are not named', () => {
  const code = [inCode('saved', { to: 'stored' }), inCode('stored', 'added')];
  const saved = [{ id: 'A', name: 'Saves', query: byType('saved') }];
  const joined = joinSignals(code, usage({ saved: 2500 }), watchersOf([], saved), 'change');
  expect(JSON.stringify(signalsJson(joined))).toBe(
    '[{"name":"saved","places":[{"file":"a.swift","line":3}],"events":7500,"users":2500,"share":0.25,' +
      `"lastSeen":"${LAST}","state":"renamed","to":"stored","insights":["Saves"]},` +
      '{"name":"stored","places":[{"file":"a.swift","line":3}],"events":0,"users":0,"share":0,' +
      '"lastSeen":null,"state":"new","insights":[]}]',
  );
});

describe('what fails', () => {
  const watchers = watchersOf(
    [
      {
        insights: [{ name: 'prints', title: null, id: null, query: byType('watched') }],
        gates: [{ title: 'enough prints', reads: ['prints'] }],
      },
    ],
    [],
  );
  const code = [
    inCode('used', 'removed'),
    inCode('unused', 'removed'),
    inCode('watched', 'removed'),
    inCode('old', { to: 'x' }),
    inCode('older', { to: 'y' }),
    inCode('added', 'added'),
    inCode('silent'),
  ];
  const joined = joinSignals(code, usage({ used: 1, old: 1 }), watchers, 'change');

  test.each<[SignalFailure, readonly string[]]>([
    ['removed-used', ['used', 'watched']],
    ['renamed-used', ['old']],
    ['new', ['added']],
    ['silent', ['silent']],
  ])('the names that fail by %s are %j', (failure, names) => {
    expect(failing(joined, [failure]).map(({ name }) => name)).toEqual(names);
  });

  test('nothing fails without a reason, and what any of several reasons names fails', () => {
    expect(failing(joined, [])).toEqual([]);
    expect(failing(joined, ['new', 'silent']).map(({ name }) => name)).toEqual(['added', 'silent']);
  });
});

describe('who reads a name', () => {
  const watching = (query: unknown, name: string): boolean =>
    watchersOf([], [{ id: 'A', name: 'one', query }]).some(({ watches }) => watches(name));

  test.each([
    ['a selector', byType('saved')],
    ['a list', { filter: { type: 'in', dimension: 'type', values: ['x', 'saved'] } }],
    [
      'a filter among others',
      { filter: { type: 'and', fields: [{ type: 'not', field: byType('saved').filter }] } },
    ],
    ['an equality', { filter: { type: 'equals', column: 'type', matchValue: 'saved' } }],
    ['a filtered aggregation', { aggregations: [{ type: 'filtered', ...byType('saved') }] }],
    ['a step of a funnel', { queryType: 'funnel', steps: [{ name: 'Save', ...byType('saved') }] }],
    ['a pattern', { filter: { type: 'like', dimension: 'type', pattern: 's_v%' } }],
  ])('an insight with %s on a name reads that name', (_, query) => {
    expect([watching(query, 'saved'), watching(query, 'other')]).toEqual([true, false]);
  });

  test.each([
    ['another dimension', { filter: { type: 'selector', dimension: 'model', value: 'saved' } }],
    ['nothing', null],
    ['a name that is no filter’s', { queryType: 'topN', dimension: 'saved' }],
  ])('an insight with %s reads no name', (_, query) => {
    expect(watching(query, 'saved')).toBe(false);
  });

  test('a reader of a name is named once: a saved insight has the report’s title, and its gates are named', () => {
    const results = {
      insights: [{ name: 'a', id: 'ID-1', title: 'Saved notes', status: 'ok', query: byType('saved') }],
      thresholds: [{ insight: 'a', assert: 'total() > 1', title: 'Notes are saved' }],
    };
    const saved = [
      { id: 'id-1', name: 'Saves', query: byType('saved') },
      { id: 'id-2', name: 'Others', query: byType('saved') },
    ];
    const readers = readersOf(results as unknown as Parameters<typeof readersOf>[0]);
    const [signal] = joinSignals([inCode('saved')], null, watchersOf([readers], saved), 'change');
    expect([signal?.insights, signal?.gates]).toEqual([['Saved notes', 'Others'], ['Notes are saved']]);
  });
});
