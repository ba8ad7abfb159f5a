// What `init` prints at its end: store the secret, commit the files, try it. Also the names that depend on
// whose service it is.
import { existsSync } from 'node:fs';
import { isLoopback } from '../../http/loopback.ts';
import { isTelemetryDeck } from '../../http/telemetry-deck.ts';
import { INPUTS } from '../../report/inputs/declared.ts';
import { EVENTS_FLAGS, STORE_FLAGS } from '../arguments/place.ts';
import type { StoredOrganization } from '../stored-organization.ts';
import { CONFIG_PATH } from '../requests.ts';
import { type Paths, shellWord } from './paths.ts';
import type { Settings } from './trial.ts';
import { WEBHOOK_SECRET } from './workflow.ts';

/** What a workflow names while nothing says where someone's own service is. */
export const OWN_ADDRESS = 'https://usage.example';

/** What is left to do by hand once the files are written. */
export function describeNextSteps(
  { config, workflow }: Paths,
  secret: string,
  settings: Settings,
  stored: StoredOrganization | null,
): string {
  const steps: string[] = [];
  if (settings['api-url'] === OWN_ADDRESS)
    steps.push(
      `Put the address at which GitHub's runners reach your service into ${workflow}, in place of ${OWN_ADDRESS}, as api-url.`,
    );
  steps.push(
    stored === null
      ? `Store the token as the repository's secret ${secret}: gh secret set ${secret}`
      : `Create a token, and store it as the repository's secret: insight-report token create ${flagsFor(stored, STORE_FLAGS)} | gh secret set ${secret}`,
  );
  if (settings['post-to']?.includes('webhook') === true)
    steps.push(
      `Store the webhook's address as the secret ${WEBHOOK_SECRET}: gh secret set ${WEBHOOK_SECRET}`,
    );
  if (isLoopback(serviceHost(settings)))
    steps.push(
      `Put an address that GitHub's runners can reach into ${workflow}: api-url is this machine's own.`,
    );
  if (!existsSync('.git'))
    steps.push('Move both files to the root of your repository, which this folder is not.');
  steps.push(
    `Commit both, and merge them into the default branch: git add ${[config, workflow].map(shellWord).join(' ')}`,
    stored === null
      ? `Try the configuration again at any time, with the token in INSIGHT_REPORT_API_TOKEN: insight-report check${addressFlag(settings)}`
      : `See the report at any time: insight-report report ${flagsFor(stored, EVENTS_FLAGS)}${config === CONFIG_PATH ? '' : ` --config ${shellWord(config)}`}`,
  );
  return `Wrote ${config} and ${workflow}.\n\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`;
}

/** The flags that name an organization, of those that a command takes. */
function flagsFor({ org, place }: StoredOrganization, flags: Partial<typeof EVENTS_FLAGS>): string {
  const names = Object.keys(flags) as (keyof typeof EVENTS_FLAGS)[];
  const placeFlags = names.map((name) => [name, place[name] ?? null] as const);
  return [['org', org] as const, ...placeFlags]
    .flatMap(([name, value]) => (value === null ? [] : [`--${name} ${shellWord(value)}`]))
    .join(' ');
}

/** A command reads no address from a file. */
function addressFlag({ 'api-url': url }: Settings): string {
  return url === undefined ? '' : ` --api-url ${shellWord(url)}`;
}

/** The name of the repository's secret that holds the token. */
export function secretFor(settings: Settings): string {
  return isSelfHosted(settings) ? 'INSIGHT_REPORT_API_TOKEN' : 'TELEMETRYDECK_TOKEN';
}

/** Whether the query service is not TelemetryDeck's. */
export function isSelfHosted(settings: Settings): boolean {
  return !isTelemetryDeck(serviceHost(settings));
}

function serviceHost(settings: Settings): string {
  return new URL(settings['api-url'] ?? INPUTS['api-url'].default).hostname;
}
