// `events delete` removes events for good: those of one user, who may demand it by law, or old ones.
import { InputError } from '../../text/errors.ts';
import type { EventSelection } from '../../service/events/event-store.ts';
import { plural } from '../../text/plural.ts';
import { MOMENT } from '../arguments/values.ts';
import { ifConfirmed } from '../confirm.ts';
import { storeCommand } from '../store-command.ts';
import { EVENTS_FLAGS, ORG_FLAG } from '../arguments/place.ts';

const DATE = {
  ...MOMENT,
  expected: 'a date (UTC) or a moment: 2026-01-01, 2026-01-01T12:00:00Z',
};

const remove = storeCommand(
  {
    name: 'events delete',
    description: `Deletes the events of one user, or all events before a date, permanently. Give either --user or --before.
The command says how many events these are, and asks you to confirm. From then on, no query counts them.
When the command ends, they are no longer in the database file. If "serve" runs on the file, it removes them when it stops.`,
    place: EVENTS_FLAGS,
    flags: {
      org: ORG_FLAG,
      user: { value: 'ID', description: 'the events with exactly this clientUser' },
      before: { value: 'DATE', type: DATE, description: `the events before this time: ${DATE.expected}` },
      yes: { description: 'does not ask you to confirm' },
    },
  },
  async (operations, { flags: { org, user, before, yes } }, io) => {
    const selection = readSelection(user, before);
    const count = await operations.countEvents(org, selection);
    const what = `${formatCount(count)} ${describe(selection)}`;
    if (count === 0) {
      io.stdout.write(`${org} has no events ${describe(selection)}; nothing was deleted.\n`);
      return;
    }
    const text = `Delete ${what} from ${org}? They cannot be brought back.`;
    await ifConfirmed(io, { text, isAgreed: yes, declined: 'Nothing was deleted.' }, async () => {
      const deleted = await operations.deleteEvents(org, selection);
      // Another command may have deleted some meanwhile.
      const remaining = deleted < count ? await operations.countEvents(org, selection) : 0;
      const warning =
        remaining === 0
          ? ''
          : ` ${formatCount(remaining)} are still there: they have just arrived or, on a cluster, Druid has not handed them over yet or keeps them together with later ones. Delete them again in an hour.`;
      io.stdout.write(`Deleted ${formatCount(deleted)} ${describe(selection)} from ${org}.${warning}\n`);
    });
  },
);

export const commands = [remove];

function readSelection(user: string | null, beforeMs: number | null): EventSelection {
  if (user !== null && beforeMs === null) return { kind: 'user', user };
  if (user === null && beforeMs !== null) return { kind: 'before', beforeMs };
  throw new InputError(['which events: give either --user ID or --before DATE']);
}

function formatCount(count: number): string {
  return `${count.toLocaleString('en-US')} ${plural('event', count)}`;
}

function describe(selection: EventSelection): string {
  return selection.kind === 'user'
    ? `of the user ${JSON.stringify(selection.user)}`
    : `before ${new Date(selection.beforeMs).toISOString()}`;
}
