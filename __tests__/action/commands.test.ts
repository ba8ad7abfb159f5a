import { EOL } from 'node:os';
import fc from '../support/properties.ts';
import { formatOutput } from '../../src/action/commands.ts';

/**
 * Reads a file of outputs line by line, as the runner does: a name, a delimiter, lines up to the one that is
 * the delimiter.
 */
function readOutputs(text: string) {
  const lines = text.split(EOL);
  const read: Record<string, string> = {};
  while (lines.length > 1) {
    const [name = '', delimiter = ''] = (lines.shift() ?? '').split('<<');
    const end = lines.indexOf(delimiter);
    if (end < 0) throw new Error(`${name} does not end`);
    read[name] = lines.splice(0, end).join(EOL);
    lines.shift();
  }
  return read;
}

test('a value cannot end early or set another output, whatever it holds', () => {
  const delimiter = fc.constantFrom(
    'insight_report_value',
    'insight_report_value_',
    'x<<insight_report_value',
    '_',
  );
  const part = fc.oneof(delimiter, fc.constant(EOL), fc.string());
  const value = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(value, value, (first, second) => {
      const text = formatOutput('conclusion', first) + formatOutput('errors', second);
      expect(readOutputs(text)).toEqual({ conclusion: first, errors: second });
    }),
  );
});
