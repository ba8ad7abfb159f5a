import { parseStateUrl } from '../../../src/cluster/state/options.ts';

test.each(['postgres://host/%zz', 'postgres://host/%ff', 'postgres://host/', 'https://host/name'])(
  '%s is no address of a database, and that is said',
  (text) => {
    expect(() => parseStateUrl(text)).toThrow('--state is not the address of a PostgreSQL database');
  },
);

test('the name of a database may hold escaped characters', () => {
  expect(parseStateUrl('postgres://host/my%20events')).toMatchObject({ database: 'my events', port: 5432 });
});
