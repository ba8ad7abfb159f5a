// `signals` compares the event names in the code with the events that came. The Action does the same for a
// pull request in src/action/signals.ts.
import { INPUTS } from '../../report/inputs/declared.ts';
import { SIGNAL_FAILURES } from '../../report/inputs/request.ts';
import { display } from '../../report/render/format/display.ts';
import type { Signals } from '../../report/results/results.ts';
import { repositoryRoot } from '../../code/repository/repository.ts';
import { findNames } from '../../code/signals/find.ts';
import { ownCall } from '../../code/signals/finding/sdk-calls.ts';
import { askUsage } from '../../code/signals/joining/events.ts';
import { watchersOf } from '../../code/signals/joining/filters.ts';
import { failing, joinSignals } from '../../code/signals/joining/signal.ts';
import { renderSignals } from '../../report/render/signals/markdown.ts';
import { signalsJson } from '../../report/render/signals/plain.ts';
import { type CallName, parseCallName } from '../../text/call-name.ts';
import { askQuery } from '../../report/run/columns/ask.ts';
import { command } from '../arguments/command.ts';
import type { ValueType } from '../arguments/spec.ts';
import { someOf } from '../arguments/values.ts';
import { SERVICE_FLAGS, withService } from '../service-flags.ts';
import { type Io, printJson } from '../io.ts';
import { INTERVAL_FLAG } from '../query/interval.ts';
import { readConfig, readersOfRequests, signalTable } from '../config-insights.ts';

const CALL: ValueType<CallName> = {
  expected:
    'a function that sends events, such as track or Analytics.track; track:2 if its second argument is the name',
  parse: parseCallName,
};

const FORMATS = ['text', 'json', 'markdown'] as const;

const signals = command(
  {
    name: 'signals',
    usage: ['signals [FOLDER] --org NAMESPACE --db FILE [flags]', 'signals [FOLDER] --api-url URL [flags]'],
    description: `Finds the calls that send events in Swift, Kotlin, Dart, TypeScript, JavaScript and Go.
It compares the event names in your code with the events that arrived, and shows
- names without events, or with few,
- events whose name is not in the code.

With --diff, it shows the names that a change adds, renames or removes. The command needs git.`,
    flags: {
      ...SERVICE_FLAGS,
      interval: {
        ...INTERVAL_FLAG,
        default: INPUTS.interval.default,
        description: 'counts the events of this time',
      },
      call: {
        value: 'NAME',
        type: CALL,
        repeats: true,
        description: 'your own function that sends events: Analytics.track',
      },
      diff: {
        value: 'BASE',
        description: 'only names that your branch changed since it left this branch or commit',
      },
      'fail-on': {
        value: 'STATES',
        type: someOf(SIGNAL_FAILURES),
        description: `exits with 1 if a name is one of ${SIGNAL_FAILURES.join(', ')} ("used": its events arrive, or an insight or gate reads it)`,
      },
      config: {
        value: 'FILE',
        description: 'the config file with your insights and gates (default: .github/insight-report.yml)',
      },
      format: {
        value: 'FORMATS',
        type: someOf(FORMATS),
        default: 'text',
        description: 'text (a table), json (an array), markdown (a section of a report), or several of these',
      },
    },
    operands: { folder: { value: 'FOLDER', description: 'the code (default: the repository)' } },
    examples: [
      'signals --org com.example.app --db usage.duckdb',
      'signals --diff origin/main --fail-on removed-used,renamed-used --api-url https://api.telemetrydeckapi.com',
      'signals app --call Analytics.track --format json --org com.example.app --db usage.duckdb',
    ],
    footer:
      'Exit codes: 0; 1 for --fail-on; 2 wrong usage, or code that cannot be read; 3 the service did not answer.',
  },
  ({ flags, operands }, io) =>
    withService(io, flags, async ({ ask, insights }) => {
      const root = await repositoryRoot(operands.folder ?? process.cwd());
      const folder = operands.folder ?? root;
      const diff = flags.diff === null ? null : { base: flags.diff, head: null };
      const scope = diff === null ? 'whole' : 'change';
      const requests = await readConfig(flags.config, root, io);
      const codeNames = await findNames({ folder, calls: flags.call.map(ownCall), diff });
      const usage = await askUsage((query) => askQuery(ask, query), flags.interval);
      const saved = await insights.list();
      const watchers = watchersOf(await readersOfRequests(requests, saved, insights.find), saved);
      const joined = joinSignals(codeNames.names, usage, watchers, scope);
      const section: Signals = {
        scope,
        interval: flags.interval.label,
        problem: null,
        signals: joined,
        unread: codeNames.unread,
      };
      for (const format of flags.format) print(section, format, io);
      for (const path of codeNames.unread)
        io.stderr.write(
          `insight-report: ${display(path)} was not read: it is too large, or takes too long\n`,
        );
      for (const name of codeNames.unfollowed)
        io.stderr.write(
          `insight-report: ${display(name)} passes a name on, and no call of it was found: if it is called in another way, give --call ${display(name)}\n`,
        );
      return failing(joined, flags['fail-on'] ?? []).length > 0 ? 1 : 0;
    }),
);

export const commands = [signals];

function print(section: Signals, format: (typeof FORMATS)[number], io: Io): void {
  const { signals: joined } = section;
  if (format === 'json') printJson(io, signalsJson(joined));
  else if (format === 'markdown') io.stdout.write(`${renderSignals(section, INPUTS.locale.default)}\n`);
  else if (joined.length === 0) io.stdout.write(`${NOTHING}\n`);
  else io.stdout.write(signalTable(joined));
}

const NOTHING = 'No call that sends an event was found. --call NAME names a wrapper of your own.';
