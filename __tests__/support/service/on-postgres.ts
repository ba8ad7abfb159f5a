import { hasPostgres } from './postgres.ts';

const SKIPPED = 'SKIPPED: PostgreSQL is not installed (Debian: apt-get install postgresql)';

/** A test that needs a PostgreSQL. Where there is none, it is skipped, and its title says why. */
export function testOnPostgres(title: string, run: () => Promise<void>): void {
  if (hasPostgres) test(title, run);
  else test.skip(`${SKIPPED}: ${title}`, run);
}
