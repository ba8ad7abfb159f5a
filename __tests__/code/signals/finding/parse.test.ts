import { parseFile } from '../../../../src/code/signals/finding/parse.ts';
import { indexForms } from '../../../../src/code/signals/finding/forms.ts';
import { ownCall, SDK_CALLS } from '../../../../src/code/signals/finding/sdk-calls.ts';
import type { Name } from '../../../../src/code/signals/finding/names.ts';
import { parseCallName } from '../../../../src/text/call-name.ts';

function shown(name: Name) {
  if (name.kind === 'text') return name.text;
  return name.kind === 'computed' ? `~${name.pattern}` : `@${name.path.join('.')}`;
}

/** The names of the calls in a file, in its order; `own` are wrappers. */
async function namesIn(path: string, source: string, ...own: string[]) {
  const forms = own.flatMap((text) => {
    const name = parseCallName(text);
    return name === null ? [] : [ownCall(name)];
  });
  const facts = await parseFile(path, source, indexForms([...forms, ...SDK_CALLS]));
  return (facts?.calls ?? []).flatMap(({ names }) => names.map(shown));
}

describe('calls in Swift', () => {
  const inSwift = (body: string, ...own: string[]) => namesIn('a.swift', `func f() {\n${body}\n}\n`, ...own);

  test('calls in Swift are found in their forms', async () => {
    const body = `TelemetryDeck.signal("one", parameters: ["a": "b"])
      TelemetryManager.send("two", for: user, with: [:])
      TelemetryManager.shared.send("three")
      TelemetryDeck.stopAndSendDurationSignal("four")
      try? await TelemetryClient.TelemetryManager.send("five")`;
    expect(await inSwift(body)).toEqual(['one', 'two', 'three', 'four', 'five']);
  });

  test('calls in Swift that the SDK names are found by their function', async () => {
    const body = `TelemetryDeck.errorOccurred(id: "x")\nTelemetryDeck.navigationPathChanged(to: "y")`;
    expect(await inSwift(body)).toEqual([
      'TelemetryDeck.Error.occurred',
      'TelemetryDeck.Navigation.pathChanged',
    ]);
  });

  test('calls in Swift in comments and texts are none', async () => {
    const body = `// TelemetryDeck.signal("one")
      /* TelemetryDeck.signal("two") */
      let example = "TelemetryDeck.signal(\\"three\\")"
      let text = """
      TelemetryDeck.signal("four")
      """`;
    expect(await inSwift(body)).toEqual([]);
  });

  test('calls in Swift of other objects are none', async () => {
    expect(await inSwift('connection.send("one"); Signal.signal("two"); signal("three")')).toEqual([]);
  });

  test('calls in Swift give both names of a choice, and what can be seen of a computed one', async () => {
    const body = `TelemetryDeck.signal(isOn ? "on" : "off")
      TelemetryDeck.signal("page.\\(page.name).shown")
      TelemetryDeck.signal("a" + "b")
      TelemetryDeck.signal("a." + kind)
      TelemetryDeck.signal(event.name)`;
    expect(await inSwift(body)).toEqual([
      'on',
      'off',
      '~page.{page.name}.shown',
      'ab',
      '~a.{kind}',
      '@event.name',
    ]);
  });

  test('calls in Swift read what is escaped in a name', async () => {
    expect(await inSwift('TelemetryDeck.signal("a\\"b\\u{e9}\\n")')).toEqual(['a"bé\n']);
  });

  test('calls in Swift of a wrapper are found if it is named', async () => {
    const body = 'Analytics.track("one"); track("two"); Log.add(level, "three")';
    expect(await inSwift(body, 'Analytics.track')).toEqual(['one']);
    expect(await inSwift(body, 'track')).toEqual(['one', 'two']);
    expect(await inSwift(body, 'Log.add:2')).toEqual(['three']);
  });

  test('calls in Swift of a wrapper are found on its whole path, and where its own type calls it', async () => {
    const body = 'Mail.shared.send("none"); Usage.shared.send("one"); Usage.send("none")';
    expect(await inSwift(body, 'Usage.shared.send')).toEqual(['one']);
    const inside = `extension Usage { static func a() { send("two"); self.send("three"); mail.send("none") } }
      enum Mail { static func b() { send("none") } }`;
    expect(await namesIn('a.swift', inside, 'Usage.send')).toEqual(['two', 'three']);
    const kotlin = 'object Usage {\nfun a() { send("four") }\n}\nclass Mail {\nfun b() { send("none") }\n}';
    expect(await namesIn('a.kt', kotlin, 'Usage.send')).toEqual(['four']);
    const dart = "class Usage { void a() { send('five'); this.send('six'); } }\nvoid b() { send('none'); }";
    expect(await namesIn('a.dart', dart, 'Usage.send')).toEqual(['five', 'six']);
    const script = "class Usage { a() { this.send('seven'); send('none'); } }";
    expect(await namesIn('a.ts', script, 'Usage.send')).toEqual(['seven']);
  });

  test('calls in Swift are none where a value is read by a key', async () => {
    expect(await inSwift('let n = TelemetryManager.shared.send["one"]; count["two"] = 1', 'count')).toEqual(
      [],
    );
  });

  test('calls in Swift read texts with #, in one file after the other, and what #if surrounds', async () => {
    const body = `TelemetryDeck.signal(#"a "b" \\n"#)
      TelemetryDeck.signal(#"page.\\#(page).shown"#)
      #if !CLIP
      TelemetryDeck.signal("clip")
      #endif
      TelemetryDeck.signal(##"c"#d"##)`;
    const names = ['a "b" \\n', '~page.{page}.shown', 'clip', 'c"#d'];
    for (let file = 0; file < 3; file += 1) expect(await inSwift(body)).toEqual(names);
  });

  test('calls in Swift of an object that a file makes of the SDK are found, and of no other', async () => {
    const body = `let manager = TelemetryManager.shared
      let store = Store(TelemetryManager.shared)
      manager.send("one"); store.send("two")`;
    expect(await inSwift(body)).toEqual(['one']);
    expect(
      await namesIn('a.swift', 'func f(a: TelemetryManager, b: Mail) { a.send("one"); b.send("two") }'),
    ).toEqual(['one']);
  });

  test('calls in Swift give every branch of a choice', async () => {
    expect(await inSwift('TelemetryDeck.signal(if a { "one" } else { "two" })')).toEqual(['one', 'two']);
  });

  test('calls in Swift are found next to broken syntax', async () => {
    expect(await inSwift('let x = = 3 )\nTelemetryDeck.signal("one")\nif {')).toContain('one');
  });
});

test('calls in the other languages are found in Kotlin', async () => {
  const source = `fun f(p: String) {
      TelemetryDeck.signal("one", mapOf("a" to "b"))
      TelemetryDeck.getInstance()?.signal(signalName = "two")
      TelemetryManager.queue("three")
      TelemetryDeck.signal(if (p == "") "four" else "five")
      TelemetryDeck.signal("page.$p")
      TelemetryDeck.signal("page.\${p.length}!")
      // TelemetryDeck.signal("six")
      TelemetryDeck.signal("""seven""")
      TelemetryDeck
        .signal("\\$8")
      val deck = TelemetryDeck.getInstance()
      deck?.signal("nine")
      TelemetryDeck.signal(when (p) {
        "" -> "ten"
        else -> "eleven"
      })
    }
    class A(private val deck: TelemetryDeck) { fun f(other: Mail) { deck.signal("twelve"); other.signal("none") } }`;
  const names = ['one', 'two', 'three', 'four', 'five', '~page.{p}', '~page.{p.length}!'];
  names.push('seven', '$8', 'nine', 'ten', 'eleven', 'twelve');
  expect(await namesIn('a.kt', source)).toEqual(names);
});

test('calls in the other languages are found in Dart', async () => {
  const source = `void f() async {
      Telemetrydecksdk.send('one', additionalPayload: {'a': 'b'});
      await Telemetrydecksdk.send("two");
      unawaited(Telemetrydecksdk.stopAndSendDurationSignal('three'));
      Telemetrydecksdk.send('fo' 'ur');
      Telemetrydecksdk.send('page.$name');
      socket.send('five');
    }`;
  expect(await namesIn('a.dart', source)).toEqual(['one', 'two', 'three', 'four', '~page.{name}']);
});

test('calls in the other languages are found in TypeScript and JavaScript, whatever the object is called', async () => {
  const source = `import Deck, { other } from '@telemetrydeck/sdk';
      const metrics = new Deck({ appID: 'x' });
      const { signal, queue: later } = useTelemetryDeck();
      metrics.signal('one', { a: 'b' });
      this.td?.queue(\`two\`);
      window.td.signal("three");
      signal('four');
      later('five');
      td.signal(\`page.\${name}\`);
      controller.signal('six');
      other.queue('seven');
      td
        .signal('eight');
      const { result: { current: { signal: track } } } = renderHook(() => useTelemetryDeck());
      track('nine');
      const ref = useRef(new Deck({}));
      ref.current.signal('ten');
      class A { deck = new Deck({}); send() { this.deck.signal('eleven'); this.other.signal('none'); } }`;
  const names = ['one', 'two', 'three', 'four', 'five', '~page.{name}', 'eight', 'nine', 'ten', 'eleven'];
  for (const path of ['a.ts', 'a.tsx', 'a.js']) expect(await namesIn(path, source)).toEqual(names);
});

test('calls in the other languages are found in Go, where the file imports the SDK', async () => {
  const source = `package a
      import "github.com/giantswarm/telemetrydeck-go"
      func f() {
        client.SendSignal(ctx, "one", map[string]interface{}{"a": 1})
        client.SendSignal("two", nil)
        client.SendSignal(ctx, prefix+"x", nil)
      }`;
  expect(await namesIn('a.go', source)).toEqual(['one', 'two', '~{prefix}x']);
  expect(await namesIn('a.go', source.replace('telemetrydeck-go', 'process'))).toEqual([]);
});

test('calls in the other languages are none in other files', async () => {
  expect(await parseFile('a.py', 'TelemetryDeck.signal("one")', indexForms(SDK_CALLS))).toBeNull();
});

test('a file takes about as long to read with 100,000 wrappers as with one', async () => {
  const source = `import TelemetryDeck\nfunc f() {\n${'Other.track("x")\n'.repeat(1000)}\n}`;
  const spentOn = async (count: number): Promise<number> => {
    const wrappers = Array.from({ length: count }, (_, at) =>
      ownCall({ path: [`T${at}`, 'track'], argument: 1 }),
    );
    const forms = indexForms([...wrappers, ...SDK_CALLS]);
    forms('swift');
    const before = process.cpuUsage();
    expect((await parseFile('a.swift', source, forms))?.calls).toEqual([]);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await spentOn(1);
  expect((await spentOn(100_000)) / (await spentOn(1))).toBeLessThan(5);
});
