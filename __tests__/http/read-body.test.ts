import { Readable } from 'node:stream';
import { readBody } from '../../src/http/send-request.ts';

test.each([
  [10, '0123456789', true],
  [11, '0123456789', true],
  [9, '012345678', false],
  [4, '0123', false],
  [0, '', false],
])('a body of 10 bytes with a limit of %p is %p', async (limitBytes, expected, isComplete) => {
  const body = Readable.from([Buffer.from('01234'), Buffer.from('56789')]);
  const read = await readBody(body as AsyncIterable<Uint8Array>, limitBytes);
  expect([Buffer.from(read.bytes).toString(), read.isComplete]).toEqual([expected, isComplete]);
});
