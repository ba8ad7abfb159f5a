import { finding, findingLines } from '../../../src/cli/check/finding.ts';

test('a finding with control characters shows them, and they do nothing to a terminal', () => {
  const message = 'got "\u001b[2Jx"';
  expect(
    findingLines([finding('account', 'organization', 'failed', message, 'rename\u0007')], false),
  ).toEqual(['✗ organization: got "␛[2Jx"\n  → rename␇\n']);
});
