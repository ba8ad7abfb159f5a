// The questions of `init` in their order: service, token, insights, period, destinations, gate. Each answer
// is tried before the next question; a question whose answer a flag gave is left out.
import { stringify } from 'yaml';
import { InputError } from '../../text/errors.ts';
import type { Finding } from '../check/finding.ts';
import { TOKEN_MENU } from '../../http/telemetry-deck.ts';
import { INPUTS } from '../../report/inputs/declared.ts';
import { namesSubject } from '../../report/inputs/raw.ts';
import { type Destination, DESTINATIONS, WRITE_PERMISSIONS } from '../../report/inputs/request.ts';
import type { FinishedReport } from '../../report/run/reports.ts';
import { releaseGate } from '../query/templates.ts';
import type { Asker, Choice } from './asker.ts';
import type { Library } from './library.ts';
import { suggestGates } from './gates.ts';
import { chooseInsights } from './choose.ts';
import { nameInsights, writeEntries } from './names.ts';
import { isSelfHosted } from './next-steps.ts';
import { planReports, type Trigger, TRIGGER_OF } from './triggers.ts';
import type { Settings, Trial } from './trial.ts';
import { WEBHOOK_SECRET } from './workflow.ts';

/** What the questions need. */
export interface Interview {
  /** Asks on the terminal. */
  readonly asker: Asker;
  /** Tries answers: `problem` says what is wrong with settings, `run` makes their report. */
  readonly trial: Trial;
  /** Finds saved insights. */
  readonly library: Library;
  readonly say: (text: string) => void;
  /** Shows a line for each finding. */
  readonly show: (findings: readonly Finding[]) => void;
  /** Replaces the token. */
  readonly setToken: (token: string) => void;
  /** Whether a token was given. */
  readonly hasToken: boolean;
}

/**
 * Asks for every setting that was not given, gates excepted, and tries each answer before the next question.
 */
export async function askSettings(preset: Settings, interview: Interview): Promise<Settings> {
  let settings = await askService(preset, interview);
  if (!interview.hasToken) await askToken(settings, interview);
  settings = await askInsights(settings, interview);
  settings = await askInterval(settings, interview);
  return askDestinations(settings, interview);
}

/** The answer "another one", or a service of one's own: the next question asks for a text. */
const CUSTOM = 'own';

async function askService(settings: Settings, { asker, trial }: Interview): Promise<Settings> {
  if (settings['api-url'] !== undefined) return settings;
  const choice = await asker.one('Which query service?', [
    { value: INPUTS['api-url'].default, name: `TelemetryDeck (${new URL(INPUTS['api-url'].default).host})` },
    { value: CUSTOM, name: 'one of your own' },
  ]);
  if (choice !== CUSTOM) return settings;
  const check = (url: string) => trial.problem({ ...settings, 'api-url': url });
  return { ...settings, 'api-url': await asker.text('Its address:', check, 'http://127.0.0.1:8788') };
}

async function askToken(settings: Settings, { asker, setToken, trial }: Interview): Promise<void> {
  const check = async (token: string) => {
    if (token === '') return 'A personal access token is needed to try the insights.';
    setToken(token);
    return trial.problem(settings);
  };
  const source = isSelfHosted(settings)
    ? '"insight-report token create" makes one'
    : `made ${TOKEN_MENU}, on a paid plan`;
  setToken(
    await asker.secret(`Personal access token (${source}; it is only used now, and not stored):`, check),
  );
}

/** Asks until every insight can be reported. */
async function askInsights(settings: Settings, interview: Interview): Promise<Settings> {
  let next = namesSubject(settings) ? settings : await askForInsights(settings, interview);
  for (;;) {
    const problemOrSettings = await withIds(next, interview);
    if (typeof problemOrSettings === 'string') {
      interview.say(`${problemOrSettings}\n`);
      next = await askForInsights(next, interview);
      continue;
    }
    interview.say('Trying the insights …\n');
    const tried = await tryInsights(problemOrSettings, interview);
    next = tried.settings;
    const { report } = tried;
    const findings = interview.trial.examine(report).filter(({ check }) => check !== 'threshold');
    interview.show(findings);
    if (!findings.some(({ status }) => status === 'failed')) return withNames(next, report);
    // What failed is queried again, also if nothing is changed.
    interview.trial.forget();
    next = await repair(next, findings, interview);
  }
}

/**
 * The settings with ids in place of titles, or what is wrong with these. Titles that cannot be looked up
 * stay: the trial says why.
 */
async function withIds(settings: Settings, { library }: Interview): Promise<Settings | string> {
  return library
    .resolve(settings)
    .catch((error: unknown) => (error instanceof InputError ? error.message : settings));
}

/** Asks what shall be changed after insights could not be reported. */
async function repair(
  settings: Settings,
  findings: readonly Finding[],
  interview: Interview,
): Promise<Settings> {
  const askAgain = () => askForInsights(settings, interview);
  if (findings.every(({ check, status }) => check !== 'token' || status === 'ok')) return askAgain();
  const choice = await interview.asker.one('What shall be tried now?', [
    { value: 'token', name: 'another token' },
    { value: 'url', name: 'another service' },
    { value: 'insights', name: 'other insights' },
    { value: 'again', name: 'the same again' },
  ]);
  if (choice === 'insights') return askAgain();
  if (choice === 'token') await askToken(settings, interview);
  if (choice !== 'url') return settings;
  const { 'api-url': _, ...others } = settings;
  return askService(others, interview);
}

async function askForInsights(settings: Settings, interview: Interview): Promise<Settings> {
  const { asker, library, trial } = interview;
  const chosen = await chooseInsights(await library.catalog(settings), asker);
  if (chosen !== null) return { ...settings, insights: writeEntries(chosen) };
  const check = async (text: string) => {
    if (text === '') return 'At least one is needed.';
    const typed = { ...settings, insights: text };
    const problemOrSettings = (await trial.problem(typed)) ?? (await withIds(typed, interview));
    return typeof problemOrSettings === 'string' ? problemOrSettings : null;
  };
  const source = isSelfHosted(settings)
    ? 'titles or ids, as "insight-report insight list" shows them'
    : "titles, ids, or the insights' addresses in the dashboard";
  return { ...settings, insights: await asker.text(`Which insights? (${source})`, check) };
}

/** Settings in which insights have names, unless thresholds were given: these use the names of the flags. */
export function withNames(settings: Settings, { results }: FinishedReport): Settings {
  const named = settings['thresholds'] === undefined ? nameInsights(results.insights) : null;
  return named === null ? settings : { ...settings, insights: named };
}

/** Runs the report, with the data source that it turns out to need. */
export async function tryInsights(
  settings: Settings,
  { trial, library }: Pick<Interview, 'trial' | 'library'>,
): Promise<{ readonly settings: Settings; readonly report: FinishedReport }> {
  const report = await trial.run(settings);
  const sourced = await library.withNeededSource(settings, report.results);
  return sourced === null ? { settings, report } : { settings: sourced, report: await trial.run(sourced) };
}

const INTERVALS = [
  INPUTS.interval.default,
  'last week',
  'last 7 complete days',
  'last month',
  'last 12 complete weeks',
];

async function askInterval(settings: Settings, { asker, trial }: Interview): Promise<Settings> {
  // A query file has its own interval, and a release its own days.
  if (settings['interval'] !== undefined || settings['insights'] === undefined) return settings;
  const choices = [...INTERVALS, CUSTOM].map((value) => ({
    value,
    name: value === CUSTOM ? 'another one' : value,
  }));
  const choice = await asker.one('Which period?', choices);
  const check = (interval: string) => trial.problem({ ...settings, interval });
  const interval = choice === CUSTOM ? await asker.text('Period:', check, 'last 90 complete days') : choice;
  return { ...settings, interval };
}

const WHEN: Readonly<Record<Trigger, string>> = {
  weekly: 'every Monday',
  'pull-request': 'on every pull request',
  release: 'when a release is published',
};

async function askDestinations(settings: Settings, { asker }: Interview): Promise<Settings> {
  if (settings['post-to'] !== undefined) return settings;
  const choices = DESTINATIONS.flatMap((destination): Choice<Destination>[] => {
    const [scope, trigger] = [WRITE_PERMISSIONS[destination], TRIGGER_OF[destination]];
    if (trigger === null) return [];
    const takes =
      scope === null ? `the workflow gets the secret ${WEBHOOK_SECRET}` : `the workflow gets ${scope}: write`;
    return [
      {
        value: destination,
        short: destination,
        name: `${destination}, ${WHEN[trigger]} (${takes})`,
      },
    ];
  });
  const message = 'Where shall it be posted, besides the job summary, which needs no permission?';
  const chosen = await asker.one<Destination | 'several' | 'nowhere'>(message, [
    ...choices,
    { value: 'several', name: 'several of these', short: 'several' },
    { value: 'nowhere', name: 'nowhere else' },
  ]);
  const postTo = (...destinations: readonly Destination[]): Settings => ({
    ...settings,
    'post-to': ['summary', ...destinations].join(', '),
  });
  if (chosen === 'several') return postTo(...(await asker.several('Which ones?', choices)));
  return chosen === 'nowhere' ? postTo() : postTo(chosen);
}

/** Answers about the gate that are no threshold themselves: a threshold is YAML that begins with a dash. */
const NO_GATE = 'none';
const RELEASE_GATE = 'release';

/** Offers the gates that the data suggest, unless thresholds were given. */
export async function askGate(settings: Settings, { asker, trial }: Interview): Promise<Settings> {
  if (settings['thresholds'] !== undefined) return settings;
  const { results, request } = await trial.run(settings);
  const triggers = planReports(request.posting.destinations, true).map(({ trigger }) => WHEN[trigger]);
  const suggested = suggestGates(results).map(({ threshold, today }) => ({
    value: threshold,
    name: `${threshold.slice(2)}  (now ${today})`,
  }));
  const question = `A gate fails the run ${triggers.join(' and ')} while it does not hold:`;
  const chosen = await asker.one(question, [
    { value: NO_GATE, name: 'no gate' },
    ...suggested,
    {
      value: RELEASE_GATE,
      name: 'the newest app version against those before, by a bad event such as a crash',
    },
    { value: CUSTOM, name: 'another one' },
  ]);
  if (chosen === NO_GATE) return settings;
  if (chosen === RELEASE_GATE) {
    const releaseProblem = (event: string) => trial.problem(withReleaseGate(settings, event));
    const which = 'The type of the event that must not become likelier:';
    return withReleaseGate(settings, await asker.text(which, releaseProblem, 'TelemetryDeck.Error.occurred'));
  }
  const check = (thresholds: string) => trial.problem({ ...settings, thresholds });
  const thresholds = chosen === CUSTOM ? await asker.text('Gate:', check, 'total() >= 1000') : chosen;
  return { ...settings, thresholds };
}

function withReleaseGate(settings: Settings, event: string): Settings {
  const { releases, thresholds } = releaseGate(event, null).query;
  return {
    ...settings,
    releases: stringify(releases).trimEnd(),
    thresholds: stringify(thresholds).trimEnd(),
  };
}
