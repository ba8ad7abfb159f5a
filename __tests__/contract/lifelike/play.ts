// Plays a world: imports its events and reports them with the real client and the real service.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Results } from '../../../src/report/results/results.ts';
import type { RunningService } from '../../../src/service/start.ts';
import { reportInFull } from '../../support/report-in-full.ts';
import { addEvents, addOrganization } from '../../support/service/service-of-file.ts';
import type { WorldEvent } from './events.ts';

export interface Asked {
  readonly query?: object;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly gates?: readonly string[];
  readonly now?: string;
}

export interface World {
  readonly title: string;
  readonly events: () => readonly WorldEvent[];
  readonly asked: readonly Question[];
}

/** What is asked of a world, and what may be said. */
export interface Question extends Asked {
  /** The outcomes that are not false, of each gate. */
  readonly may: readonly (readonly string[])[];
  /** What no sentence says. */
  readonly never?: RegExp;
  /** What has to be said. */
  readonly says?: RegExp;
}

/** What a report said about a world. */
interface Said {
  readonly outcomes: readonly string[];
  readonly messages: readonly string[];
  readonly text: string;
  readonly results: Results;
}

const folder = mkdtempSync(join(tmpdir(), 'lifelike-'));
let worlds = 0;

export async function importWorld(service: RunningService, events: readonly WorldEvent[]) {
  const name = `world${(worlds += 1)}`;
  const token = await addOrganization(service, name);
  await addEvents(service, name, events);
  return (asked: Asked) => read({ 'api-url': service.url, 'api-token': token }, name, asked);
}

async function read(
  access: Readonly<Record<string, string>>,
  name: string,
  { query, inputs = {}, gates = [], now = '2026-11-16T09:00:00Z' }: Asked,
): Promise<Said> {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(query ?? {}));
  const insight = query === undefined ? 'release' : 'q';
  const given = {
    ...access,
    ...(query === undefined ? {} : { queries: JSON.stringify({ q: { file } }), interval: 'last week' }),
    ...(gates.length === 0
      ? {}
      : { thresholds: JSON.stringify(gates.map((assert) => ({ insight, assert }))) }),
    ...inputs,
  };
  const { results, text } = await reportInFull(given, now);
  return {
    outcomes: results.thresholds.map(({ outcome }) => outcome),
    messages: results.thresholds.map(({ message }) => message),
    // The folded guide below the line explains signs by examples.
    text: text.split('\n---\n')[0] ?? '',
    results,
  };
}
