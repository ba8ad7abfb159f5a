// What apps really write: wrappers, prefixes, and Swift's SDK 3.
import { findNames } from '../../../src/code/signals/find.ts';
import { testRepository } from '../../support/signals-repository.ts';

async function namesIn(files: Readonly<Record<string, string>>) {
  const { folder } = await testRepository(files);
  const { names, unfollowed } = await findNames({ folder, calls: [], diff: null });
  return { names: names.map(({ name }) => name).sort(), unfollowed };
}

async function changedBy(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  const { folder, git, commit } = await testRepository(before);
  git('checkout', '-q', '-b', 'topic');
  await commit(after);
  const { names } = await findNames({ folder, calls: [], diff: { base: 'main', head: null } });
  return names.map(({ name, change }) => [name, change]);
}

const WRAPPER = `import TelemetryDeck
public class Telemetry {
  public static func signal(_ event: String, parameters: [String: String] = [:]) {
    TelemetryDeck.signal(event, parameters: parameters)
  }
}`;

test.each([
  [
    'of Swift',
    {
      'Telemetry.swift': WRAPPER,
      'App.swift': 'func f() {\n  Telemetry.signal("app.launched")\n  other.signal("no")\n}',
    },
    ['app.launched'],
  ],
  [
    'that takes an enum, of an object of its type',
    {
      'A.swift':
        'enum Ev: String { case saved, opened = "app.opened" }\nclass Analytics {\n  func track(event: Ev) { TelemetryDeck.signal(event.rawValue) }\n}',
      'V.swift':
        'class V {\n  let analytics = Analytics()\n  func x() {\n    analytics.track(event: .saved)\n    analytics.track(event: Ev.opened)\n  }\n}',
    },
    ['app.opened', 'saved'],
  ],
  [
    'of Kotlin, through another one',
    {
      'A.kt':
        'object T {\n  fun track(name: String) { TelemetryDeck.signal(name) }\n}\nfun go(n: String) = T.track(n)\nfun f() { T.track(name = "b"); go("c") }',
    },
    ['b', 'c'],
  ],
  [
    'of Dart, with a name in braces',
    {
      'a.dart':
        "class T {\n  static void named({required String name}) => Telemetrydecksdk.send(name);\n}\nvoid f() { T.named(name: 'b'); }",
    },
    ['b'],
  ],
  [
    'of TypeScript, in another file',
    {
      'a.ts':
        "import TelemetryDeck from '@telemetrydeck/sdk';\nconst td = new TelemetryDeck({});\nexport const track = (name: string) => td.signal(name);\nexport function log(name: string) { track(name); }",
      'b.tsx': "track('one'); log('two'); console.log('three');",
    },
    ['one', 'two'],
  ],
  [
    'of Go',
    {
      'a.go':
        'package a\nimport "github.com/giantswarm/telemetrydeck-go"\nfunc Track(ctx context.Context, name string) { c.SendSignal(ctx, name, nil) }\nfunc main() { Track(ctx, "a") }',
    },
    ['a'],
  ],
])('the callers of a wrapper %s count as calls', async (_, files, expected) => {
  expect(await namesIn(files)).toEqual({ names: expected, unfollowed: [] });
});

test('a wrapper without callers stays computed, and is named as --call takes it', async () => {
  const files = {
    'A.swift':
      'final class Log {\n  func track(_ level: Int, _ name: String) { TelemetryDeck.signal(name) }\n}',
  };
  expect(await namesIn(files)).toEqual({ names: ['{name}'], unfollowed: ['Log.track:2'] });
});

test.each([
  [
    'Swift',
    'A.swift',
    'let c = Config(appID: "x")\nc.defaultSignalPrefix = "App."\nfunc f() { TelemetryDeck.signal("a"); TelemetryDeck.paywallShown() }',
  ],
  [
    'Swift, as an argument',
    'A.swift',
    'let c = Config(appID: "x", eventPrefix: "App.")\nfunc f() { TelemetryDeck.event("a"); TelemetryDeck.paywallShown() }',
  ],
  [
    'Kotlin',
    'A.kt',
    'val b = Builder().defaultSignalPrefix("App.")\nfun f() { TelemetryDeck.signal("a"); TelemetryDeck.paywallShown() }',
  ],
])('a prefix of %s is put before the names that the app gives', async (_, path, source) => {
  expect((await namesIn({ [path]: source })).names).toEqual(['App.a', 'TelemetryDeck.Revenue.paywallShown']);
});

test('a prefix holds for its own language, and the nearest one for a file', async () => {
  const files = {
    'ios/Setup.swift': 'c.defaultSignalPrefix = "ios."',
    'ios/A.swift': 'func f() { TelemetryDeck.signal("a") }',
    'mac/Setup.swift': 'c.defaultSignalPrefix = "mac."\nfunc f() { TelemetryDeck.signal("b") }',
    'mac/A.swift': 'func f() { TelemetryDeck.signal("a") }',
    'android/A.kt': 'fun f() { TelemetryDeck.signal("a") }',
  };
  expect((await namesIn(files)).names).toEqual(['a', 'ios.a', 'mac.a', 'mac.b']);
});

test('a pull request that only goes from SDK 2 to SDK 3 removes no event', async () => {
  const source = (signal: string, stop: string) =>
    `func f() {\n  TelemetryDeck.${signal}("a")\n  TelemetryDeck.${stop}("b")\n}\n`;
  const changes = await changedBy(
    { 'A.swift': source('signal', 'stopAndSendDurationSignal') },
    { 'A.swift': source('event', 'stopAndSendDurationEvent') },
  );
  expect(changes).toEqual([
    ['a', null],
    ['b', null],
  ]);
});

test('a pull request that touches a call of a wrapper in another file is shown its name', async () => {
  const call = (name: string) => `func f() {\n  Telemetry.signal("${name}")\n}\n`;
  const before = {
    'Telemetry.swift': WRAPPER,
    'Setup.swift': 'c.defaultSignalPrefix = "App."',
    'A.swift': call('old'),
  };
  expect(await changedBy(before, { 'A.swift': call('new') })).toEqual([
    ['App.new', 'added'],
    ['App.old', { to: 'App.new' }],
  ]);
});

test('the callers of several hundred wrappers are found, and their renamed events, too', async () => {
  /** So many wrappers, each in a file and called once. */
  const filesWith = (event: string) =>
    Object.fromEntries(
      Array.from({ length: 250 }, (_, at) => [
        `W${at}.swift`,
        `import TelemetryDeck\nenum T${at} {\n  static func track${at}(_ name: String) { TelemetryDeck.signal(name) }\n}\nfunc f${at}() { T${at}.track${at}("${event}${at}") }\n`,
      ]),
    );
  const [before, after] = [filesWith('old'), filesWith('new')];
  expect((await namesIn(before)).names).toHaveLength(250);
  expect(await changedBy(before, after)).toHaveLength(500);
});
