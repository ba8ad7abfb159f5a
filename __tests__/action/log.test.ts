import fc from '../support/properties.ts';
import { createActionLog } from '../../src/action/log.ts';

const LEVELS = ['notice', 'warning', 'error'] as const;

let written = '';
const original = process.stdout.write.bind(process.stdout);

beforeEach(() => {
  written = '';
  process.stdout.write = (text: string | Uint8Array) => {
    written += String(text);
    return true;
  };
});

afterEach(() => {
  process.stdout.write = original;
});

/**
 * The runner's reading of an annotation: its level and its message, percent signs and line breaks decoded.
 */
function annotations() {
  return [...written.matchAll(/^::(notice|warning|error)::(.*)$/gm)].map(([, level = '', message = '']) => ({
    level,
    message: message.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%'),
  }));
}

function log(said: readonly (readonly [(typeof LEVELS)[number], string])[]) {
  const actionLog = createActionLog();
  for (const [level, message] of said) actionLog[level](message);
  actionLog.close();
}

test('annotations are at most ten per level, none longer than the runner takes, and no message is lost', () => {
  const message = fc.tuple(fc.nat(9999), fc.constantFrom(1, 5, 3899, 3901, 4096, 9000));
  const said = fc.array(fc.tuple(fc.constantFrom(...LEVELS), message), { maxLength: 60 });
  fc.assert(
    fc.property(said, (all) => {
      written = '';
      const messages = all.map(
        ([level, [id, length]]) => [level, `<${id}>${'x'.repeat(length)}<${id}>`] as const,
      );
      log(messages);
      for (const level of LEVELS) {
        const ours = annotations().filter((each) => each.level === level);
        const asked = messages.filter(([each]) => each === level).length;
        expect(ours).toHaveLength(Math.min(10, asked));
        for (const each of ours) expect(each.message.length).toBeLessThanOrEqual(4096);
      }
      for (const [, text] of messages) expect(written).toContain(text);
    }),
  );
});

test('annotations show all of ten messages', () => {
  log(Array.from({ length: 10 }, (_, i) => ['error', `error ${i}`] as const));
  expect(annotations().map(({ message }) => message)).toEqual(
    Array.from({ length: 10 }, (_, i) => `error ${i}`),
  );
});

test('annotations end with the number of further messages, which are in the log', () => {
  log(Array.from({ length: 12 }, (_, i) => ['warning', `warning ${i}`] as const));
  expect(annotations().at(-1)?.message).toBe(
    "3 more like these. GitHub shows ten for each step; the step's log has all of them.",
  );
  for (const i of [9, 10, 11]) expect(written).toMatch(new RegExp(`^Warning: warning ${i}$`, 'm'));
});

test('annotations cut a long message between characters and say so; the log has the full message', () => {
  const long = `${'x'.repeat(3899)}😀 and the end`;
  log([['error', long]]);
  expect(annotations()[0]?.message).toMatch(/^x{3899}\ufffd?…\nThe full message is in this step's log\.$/u);
  expect(written).toContain(`Error: ${long}`);
});
