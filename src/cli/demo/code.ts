// The source code of the demo's app, and what `signals` finds in it, for `demo` and the pictures of the
// docs.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InputError } from '../../text/errors.ts';
import type { ReportRequest } from '../../report/inputs/request.ts';
import { silentLog } from '../../text/log.ts';
import type { Signals } from '../../report/results/results.ts';
import { atMoment } from '../../report/run/prepare-query.ts';
import { createService } from '../../report/run/service.ts';
import { findNames } from '../../code/signals/find.ts';
import { askUsage } from '../../code/signals/joining/events.ts';
import { joinSignals } from '../../code/signals/joining/signal.ts';

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
export async function demoSignals(request: ReportRequest, nowMs: number): Promise<Signals | null> {
  const interval = request.signals?.interval;
  if (interval === undefined) return null;
  const service = createService(request, { log: silentLog });
  const folder = await mkdtemp(join(tmpdir(), 'insight-report-demo-code-'));
  try {
    for (const [path, text] of Object.entries(CODE)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { names, unread } = await findNames({ folder, calls: [], diff: null });
    const usage = await askUsage(
      async (query) => (await service.runQuery(atMoment(query, nowMs))).result,
      interval,
    );
    const signals = joinSignals(names, usage, [], true);
    return { scope: 'whole', interval: interval.label, problem: null, signals, unread };
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
