// Invented code bases in all languages, and what random changes do to them: each is reported as what it is,
// and as nothing else.
import { findNames } from '../../../src/code/signals/find.ts';
import { joinSignals } from '../../../src/code/signals/joining/signal.ts';
import fc, { runs } from '../../support/properties.ts';
import { testRepository } from '../../support/signals-repository.ts';

/** A call: its name, and the number in its only parameter; null if it has none. */
interface Call {
  readonly name: string;
  readonly parameter: number | null;
}
/** How a language writes a file, a call, and a line that is none. */
interface Language {
  readonly head: string;
  readonly call: (name: string, parameter: number | null) => string;
  readonly filling: (index: number) => string;
}
const LANGUAGES: Readonly<Record<string, Language>> = {
  swift: {
    head: 'import TelemetryDeck\nfunc all() {',
    call: (name, k) => `TelemetryDeck.signal("${name}"${k === null ? '' : `, parameters: ["k": "${k}"]`})`,
    filling: (index) =>
      `let v${index} = "TelemetryDeck.signal(\\"text\\")" // TelemetryDeck.signal("comment")`,
  },
  kt: {
    head: 'fun all() {',
    call: (name, k) => `TelemetryDeck.signal("${name}"${k === null ? '' : `, mapOf("k" to "${k}")`})`,
    filling: (index) => `val v${index} = ${index} // TelemetryDeck.signal("comment")`,
  },
  dart: {
    head: 'void all() {',
    call: (name, k) =>
      `Telemetrydecksdk.send('${name}'${k === null ? '' : `, additionalPayload: {'k': '${k}'}`});`,
    filling: (index) =>
      `final v${index} = "Telemetrydecksdk.send('text')"; /* Telemetrydecksdk.send('comment') */`,
  },
  ts: {
    head: 'function all() {',
    call: (name, k) => `td.signal('${name}'${k === null ? '' : `, { k: '${k}' }`});`,
    filling: (index) => `const v${index}: string = "td.signal('text')"; // td.signal('comment')`,
  },
  js: {
    head: 'function all() {',
    call: (name, k) => `td.queue(\`${name}\`${k === null ? '' : `, { k: '${k}' }`});`,
    filling: (index) => `const v${index} = ${index}; // td.signal('comment')`,
  },
  go: {
    head: 'package all\nimport "github.com/giantswarm/telemetrydeck-go"\nfunc all() {',
    call: (name, k) =>
      `client.SendSignal(ctx, "${name}", ${k === null ? 'nil' : `map[string]interface{}{"k": "${k}"}`})`,
    filling: (index) => `v${index} := "SendSignal(ctx, text)" // client.SendSignal(ctx, "comment", nil)`,
  },
};
const ENDINGS = Object.keys(LANGUAGES);
const FILES = ENDINGS.flatMap((ending) => [`one.${ending}`, `deep/er/two.${ending}`]);

/** What a file's calls are; each has its own line that is unlike all others before and after it. */
type CodeBase = ReadonlyMap<string, readonly Call[]>;

function write(path: string, calls: readonly (Call | null)[]) {
  const language = LANGUAGES[path.split('.').at(-1) ?? ''];
  if (language === undefined) throw new Error(path);
  const lines = calls.flatMap((call, index) => [
    ...(call === null ? [] : [`  ${language.call(call.name, call.parameter)}`]),
    `  ${language.filling(index)}`,
  ]);
  return [language.head, `  ${language.filling(999)}`, ...lines, '}', ''].join('\n');
}

type Kind = 'rename' | 'remove' | 'move' | 'rename and move';
interface Change {
  readonly kind: Kind;
  readonly file: number;
  readonly call: number;
}

const NAME = fc.stringMatching(/^[a-zäß漢🙂][A-Za-z0-9 ._:/|*<>&@#()-]{0,14}$/u);
/** Names are all different. With a parameter, so are these. */
const CODE: fc.Arbitrary<CodeBase> = fc
  .uniqueArray(NAME, { minLength: FILES.length * 2, maxLength: FILES.length * 4 })
  .chain((names) =>
    fc.array(fc.boolean(), { minLength: names.length, maxLength: names.length }).map((flags) => {
      const calls = names.map((name, index) => ({ name, parameter: flags[index] === true ? index : null }));
      return new Map(
        FILES.map((path, file) => [path, calls.filter((_, index) => index % FILES.length === file)]),
      );
    }),
  );
const CHANGE: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom<Kind[]>('rename', 'remove', 'move', 'rename and move'),
  file: fc.nat(FILES.length - 1),
  call: fc.nat(3),
});

/** The files after a change, and what it has to be reported as. */
function mutate(code: CodeBase, change: Change) {
  const path = FILES[change.file] ?? '';
  const calls = code.get(path) ?? [];
  const place = change.call % calls.length;
  const call = calls[place];
  if (call === undefined) throw new Error('there is no call');
  const isMoved = /\bmove/.test(change.kind);
  const name = change.kind.startsWith('rename') ? `${call.name}.new` : call.name;
  const moved = { ...call, name };
  const isGone = isMoved || change.kind === 'remove';
  const files = {
    [path]: write(
      path,
      calls.map((each, index) => (index !== place ? each : isGone ? null : moved)),
    ),
  };
  // To a file of the same language, so that its parameters are written the same way.
  const target = FILES[change.file % 2 === 0 ? change.file + 1 : change.file - 1] ?? '';
  if (isMoved) files[target] = write(target, [...(code.get(target) ?? []), moved]);
  return { files, expected: expectedOf(change.kind, call, name) };
}

function expectedOf(kind: Kind, { name: old, parameter }: Call, name: string) {
  if (kind === 'remove') return [`${old} removed`];
  if (kind === 'move') return [`${old} touched`];
  // Without a parameter nothing says that it is the same call.
  if (kind === 'rename and move' && parameter === null) return [`${old} removed`, `${name} new`];
  return [`${old} renamed to ${name}`, `${name} new`];
}

const repository = await testRepository({});

/** What a change of these files does to a commit, which is the last one again afterwards. */
async function reported(base: string, files: Parameters<typeof repository.commit>[0]) {
  await repository.commit(files);
  const { folder } = repository;
  const { names } = await findNames({ folder, calls: [], diff: { base, head: null } });
  repository.git('reset', '-q', '--hard', base);
  return joinSignals(names, null, [], false)
    .map(({ name, state, to }) => `${name} ${state ?? 'touched'}${to === undefined ? '' : ` to ${to}`}`)
    .sort();
}

test('every rename, removal and move is reported as such, and nothing else is', async () => {
  const count = runs(5, 3);
  const changes = fc.array(CHANGE, { minLength: count, maxLength: count });
  await fc.assert(
    fc.asyncProperty(CODE, changes, async (code, all) => {
      const before = Object.fromEntries([...code].map(([path, calls]) => [path, write(path, calls)]));
      const base = await repository.commit(before);
      for (const change of all) {
        const { files, expected } = mutate(code, change);
        expect([change.kind, await reported(base, files)]).toEqual([change.kind, [...expected].sort()]);
      }
    }),
    { numRuns: runs(16, 1) },
  );
}, 600_000);

test('a file that goes takes its names away, one that is renamed takes none', async () => {
  const only = [{ name: 'only', parameter: null }];
  const base = await repository.commit({ 'a.swift': write('a.swift', only) });
  const renamed = { 'a.swift': null, 'b.swift': write('b.swift', only) };
  expect(await reported(base, renamed)).toEqual(['only touched']);
  expect(await reported(base, { 'a.swift': null })).toEqual(['only removed']);
});
