import { readdirSync, readFileSync } from 'node:fs';
import type { Difference } from '../../../../support/cluster/differences.ts';

/** A query and its answer by the reference, worked out by hand. `section` is the place in the reference. */
export interface Case {
  readonly file: string;
  readonly name: string;
  readonly section: string;
  /** The name of a set in `events/events.json`, or the events themselves. */
  readonly events: string | readonly object[];
  readonly now: string;
  readonly query: object;
  readonly answer: unknown;
  /** What Druid answers instead, or the message with which it is refused there, and why. */
  readonly druid?: { readonly answer?: unknown; readonly refused?: string; readonly reason: Difference };
}

interface CaseFile {
  readonly events: Case['events'];
  /** The parts that all queries of the file share. */
  readonly query: object;
  readonly cases: readonly (Partial<Case> & Pick<Case, 'name' | 'section' | 'query' | 'answer'>)[];
}

const NOW = '2027-03-31T14:20:35Z';

/** Reads the cases of all files in this folder. */
export function readCases(): Case[] {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
  return names.flatMap((name) => {
    const { cases, query, events } = readJson(name) as CaseFile;
    const file = name.replace('.json', '');
    return cases.map((one) => ({ now: NOW, events, ...one, file, query: { ...query, ...one.query } }));
  });
}

/** The events of a case. `{"users": [1, 240], …}` is one event for each of the users u1 … u240. */
export function eventsOf({ events }: Case): object[] {
  const list = typeof events === 'string' ? namedEvents(events) : events;
  return list.flatMap((event) =>
    'users' in event ? eachUser(event as { users: [number, number] }) : [event],
  );
}

function namedEvents(name: string): readonly object[] {
  const found = (readJson('events/events.json') as Record<string, readonly object[]>)[name];
  if (found === undefined) throw new Error(`there are no events called ${name}`);
  return found;
}

function eachUser({ users: [first, last], ...event }: { readonly users: [number, number] }): object[] {
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    ...event,
    clientUser: `u${first + index}`,
  }));
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(`${import.meta.dirname}/${name}`, 'utf8'));
}
