// The invented app's code, for the report of `demo`: which event names it sends, and what raising its minimum
// from iOS 15 to 16 costs.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InputError } from '../../text/errors.ts';
import type { ReportRequest } from '../../report/inputs/request.ts';
import type { Minimums, Signals } from '../../report/results/results.ts';
import { countRaises } from '../../code/minimums/counting/audience.ts';
import type { Ask } from '../../code/minimums/counting/columns.ts';
import type { Files } from '../../code/minimums/reading/files.ts';
import { findRaises } from '../../code/minimums/reading/raises.ts';
import { findNames } from '../../code/signals/find.ts';
import { askUsage } from '../../code/signals/joining/events.ts';
import { joinSignals } from '../../code/signals/joining/signal.ts';
import { APP_ID } from './events.ts';

/** The code of the invented app. Nothing in it sends `crashed`; nobody has set an alarm. */
const CODE: Readonly<Record<string, string>> = {
  'ios/TidewaterApp.swift': `import TelemetryDeck

func launched() {
  TelemetryDeck.signal("appLaunched")
}

func shown(_ screen: Screen) {
  TelemetryDeck.signal(Event.screenShown.rawValue, parameters: ["screen": screen.name])
}
`,
  'ios/Event.swift': `enum Event: String {
  case screenShown, alarmSet
}
`,
  'ios/Alarm.swift': `import TelemetryDeck

func set(_ alarm: Alarm) {
  TelemetryDeck.signal(Event.alarmSet.rawValue)
}
`,
  'android/Paywall.kt': `import com.telemetrydeck.sdk.TelemetryDeck

fun purchased(product: String) {
  TelemetryDeck.signal("purchased", mapOf("product" to product))
}

fun closed(reason: String) {
  TelemetryDeck.signal("paywall.$reason")
}
`,
};

/**
 * The event names in the invented app's code, compared with its events; null if there is no git to read the
 * code with.
 */
export async function demoSignals(
  { interval }: NonNullable<ReportRequest['signals']>,
  ask: Ask,
): Promise<Signals | null> {
  const folder = await mkdtemp(join(tmpdir(), 'insight-report-demo-code-'));
  try {
    for (const [path, text] of Object.entries(CODE)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { names, unread } = await findNames({ folder, calls: [], diff: null });
    const signals = joinSignals(names, await askUsage(ask, interval), [], 'whole');
    return { scope: 'whole', interval: interval.label, problem: null, signals, unread };
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a pull request costs that raises the invented app's minimum from iOS 15 to 16. */
export async function demoMinimums(
  { interval }: NonNullable<ReportRequest['minimums']>,
  ask: Ask,
): Promise<Minimums> {
  const change = { before: podfile('15.0'), after: podfile('16.0'), changed: new Set([PODFILE]) };
  return countRaises(await findRaises(change), { interval, requestedApp: null, appOfInsights: APP_ID }, ask);
}

const PODFILE = 'ios/Podfile';

function podfile(version: string): Files {
  const text = `target 'Tidewater' do\n  platform :ios, '${version}'\n  pod 'TelemetryDeck'\nend\n`;
  return { paths: [PODFILE], read: (path) => Promise.resolve(path === PODFILE ? text : null) };
}
