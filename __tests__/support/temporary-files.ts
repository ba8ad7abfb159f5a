import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder. It is removed after the run, as all temporary files of the tests are. */
export const emptyFolder = () => mkdtempSync(join(tmpdir(), 'ir-'));
