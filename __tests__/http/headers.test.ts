import { redirectHost, retryAfterMs } from '../../src/http/headers.ts';

const NOW_MS = Date.UTC(2026, 9, 5, 12);

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 3 ', 3000],
  ['Mon, 05 Oct 2026 12:00:30 GMT', 30_000],
  ['Mon, 05 Oct 2026 11:00:00 GMT', 0],
  ['-1', null],
  ['1.5', null],
  ['Infinity', null],
  ['9999999999', null],
  ['2026-10-05', null],
  ['Mon, 45 Oct 2026 12:00:30 GMT', null],
  ['', null],
  [undefined, null],
])('retryAfterMs reads a Retry-After of %p as %p', (header, expected) => {
  expect(retryAfterMs({ 'retry-after': header }, NOW_MS)).toBe(expected);
});

test.each([
  ['epoch seconds', '0', String(NOW_MS / 1000 + 20), 21_000],
  ['epoch seconds of the past', '0', String(NOW_MS / 1000 - 20), 1000],
  ['seconds from now', '0', '20', 20_000],
  ['a limit that is not used up', '7', '20', null],
  ['a reset that is not a number', '0', 'soon', null],
  ['a reset below zero', '0', '-5', null],
])('retryAfterMs reads the reset of a rate limit: %s', (_, remaining, reset, expected) => {
  const headers = { 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset };
  expect(retryAfterMs(headers, NOW_MS)).toBe(expected);
  expect(retryAfterMs({ ...headers, 'retry-after': '3' }, NOW_MS)).toBe(3000);
});

test.each([
  ['https://other.example/path', 'other.example'],
  ['/elsewhere', 'api.example.com'],
  ['mailto:somebody', 'an address that cannot be read'],
  [undefined, 'an address that cannot be read'],
])('a redirect to %p leads to %p', (location, expected) => {
  expect(redirectHost({ location }, 'https://api.example.com')).toBe(expected);
});
