import { testWith } from '../needs.ts';
import { hasPostgres } from './postgres.ts';

/** A test that needs a PostgreSQL. */
export const testOnPostgres = testWith('PostgreSQL', hasPostgres);
