import { nodeInputEffects } from '../../run/effects.ts';
import { parseInputs } from '../../inputs/parse.ts';
import { silentLog } from '../../log.ts';
import { runReport } from '../../run/reports.ts';
import type { Results } from '../../results.ts';
import type { RunningService } from '../../service/start.ts';
import { DEMO_GATE, DEMO_INSIGHTS } from './insights.ts';
import { otherEvents, seedEvents } from './seed.ts';

const NAMESPACE = 'com.example.tidewater';
const OTHER_NAMESPACE = 'com.example.elsewhere';

/** Two organizations, so that one can be seen not to count in the other's numbers: the first one's token, and how many events there are. */
export async function seedDemo(service: RunningService, nowMs: number): Promise<{ token: string; count: number }> {
  const { organizations, tokens, insights } = service.store;
  await organizations.create(NAMESPACE, 'paid');
  await organizations.create(OTHER_NAMESPACE, 'paid');
  await insights.add(NAMESPACE, DEMO_INSIGHTS);
  const { token } = await tokens.create(NAMESPACE, null);
  const others = await service.importEvents(OTHER_NAMESPACE, otherEvents(nowMs));
  return { token, count: others + (await service.importEvents(NAMESPACE, seedEvents(nowMs))) };
}

/** Asks a service for the demo's insights over HTTP, with its gate; `inputs` are the Action's. */
export async function reportDemo(
  url: string,
  token: string,
  nowMs: number,
  inputs: Readonly<Record<'title' | 'interval', string>> & { readonly history?: string },
): Promise<Results> {
  const insights = DEMO_INSIGHTS.map(({ id, key, name }) => `${key}: { id: ${id}, title: ${name} }`).join('\n');
  const raw = { ...inputs, insights, thresholds: DEMO_GATE, 'api-url': url, 'api-token': token, 'dry-run': 'true' };
  const request = await parseInputs(raw, nodeInputEffects(false));
  return runReport(request, { nowMs, log: silentLog, run: null });
}
