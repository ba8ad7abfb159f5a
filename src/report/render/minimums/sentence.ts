import { display } from '../format/display.ts';
import { numberFormat } from '../format/numbers.ts';
import { formatVerdictValue } from '../format/verdicts.ts';
import { codeSpan, escapeProse } from '../markdown/escape.ts';
import type { Minimums, RaiseResult } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';

/** How the texts of outside are written: as they are, or so that nothing in them acts. */
export interface Writing {
  readonly code: (text: string) => string;
  readonly prose: (text: string) => string;
  readonly locale: string;
}

/** Plain text, for logs, annotations and terminals. */
export function plainWriting(locale: string): Writing {
  return { code: (text) => display(text), prose: (text) => display(text), locale };
}

export function markdownWriting(locale: string): Writing {
  return { code: (text) => codeSpan(display(text), 'line'), prose: (text) => escapeProse(text), locale };
}

/** The raises of apps, one for each step of a platform: targets that are raised alike cost the same users. */
export function stepsOf({ raises }: Pick<Minimums, 'raises'>): readonly RaiseResult[] {
  const apps = raises.filter(({ kind }) => kind === 'app');
  const steps = Map.groupBy(apps, ({ platform, from, to, api }) => JSON.stringify([platform, from, to, api]));
  return [...steps.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const places = new Map(
      alike.flatMap((each) => each.places.map((place) => [JSON.stringify(place), place] as const)),
    );
    return [{ ...first, target: alike.map(({ target }) => target).join(', '), places: [...places.values()] }];
  });
}

/** What a raise is and what it costs. */
export function raiseSentence(raise: RaiseResult, minimums: Minimums, writing: Writing): string {
  const { platform, target, from, to } = raise;
  const isOnly = stepsOf(minimums).filter((each) => each.platform === platform).length < 2;
  const of = isOnly ? '' : ` for ${writing.prose(target)}`;
  const what = `Raises ${platform} ${short(from ?? '')} → ${short(to)}${of}${placesText(raise, writing)}.`;
  return [what, ...costSentences(raise, minimums, writing)].join(' ');
}

/** 16.0 as people say it. */
export function short(version: string): string {
  return version.replace(/\.0$/, '');
}

function placesText({ places, api }: RaiseResult, { code }: Writing): string {
  const [first, ...others] = places;
  const levels = api === undefined ? '' : `API ${api.join(' → ')}`;
  if (first === undefined) return levels === '' ? '' : ` (${levels})`;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return ` (${levels === '' ? '' : `${levels}; `}${code(first.file)}, line ${first.line}${more})`;
}

function costSentences(raise: RaiseResult, { interval }: Minimums, writing: Writing): readonly string[] {
  const { users, lost, share, platform, why, fewerThan, hidden = [] } = raise;
  if (interval === null) return [];
  const format = numberFormat(writing.locale);
  const period = `the ${writing.prose(interval).replace('complete ', '')}`;
  if (hidden.includes('lost') || hidden.includes('users')) {
    const of = users === null ? '' : ` of ${format.number(users)}`;
    return [
      `Fewer than ${fewerThan ?? 0}${of} ${platform} users of ${period} have only used lower versions${FATE}`,
    ];
  }
  if (users === null || lost === null) return why === null ? [] : [`What that costs is not known: ${why}.`];
  if (lost === 0)
    return [
      `None of ${format.number(users)} ${platform} ${plural('user', users)} of ${period} has only used lower versions.`,
      ...without(raise, writing),
    ];
  const part = share === null ? '' : ` (${formatVerdictValue(share, null, 'percent', writing.locale)})`;
  const verb = lost === 1 ? 'has' : 'have';
  return [
    `${format.number(lost)} of ${format.number(users)} ${platform} ${plural('user', users)} of ${period} ${verb} only used lower versions${part}${FATE}`,
    ...devices(raise, writing),
    ...without(raise, writing),
  ];
}

const FATE = ': they keep the app and get no more updates.';

function devices(
  { platform, cannotUpdate, fewerThan, hidden = [] }: RaiseResult,
  { locale }: Writing,
): readonly string[] {
  if (hidden.includes('cannotUpdate'))
    return [`Fewer than ${fewerThan ?? 0} of them have a device that cannot update.`];
  if (cannotUpdate !== null) {
    const count = cannotUpdate === 0 ? 'None' : numberFormat(locale).number(cannotUpdate);
    return [`${count} of them ${cannotUpdate < 2 ? 'has' : 'have'} a device that cannot update.`];
  }
  return platform === 'Android' ? [] : ['Whether their devices can update is not known.'];
}

function without({ withoutVersion }: RaiseResult, { locale }: Writing): readonly string[] {
  if (withoutVersion === null || withoutVersion === 0) return [];
  const format = numberFormat(locale);
  return [
    `${format.number(withoutVersion)} of these users sent no event with a version and ${withoutVersion === 1 ? 'does' : 'do'} not count as lost.`,
  ];
}

/** Libraries that are raised, in a sentence; null if there are none. */
export function librarySentence(
  { raises }: Pick<Minimums, 'raises'>,
  { code, locale }: Writing,
): string | null {
  const libraries = raises.filter(({ kind }) => kind === 'library');
  const [first] = libraries;
  if (first === undefined) return null;
  const names = [...new Set(libraries.map(({ target }) => target))];
  const shown = names.slice(0, NAMED).map(code).join(', ');
  const more = names.length > NAMED ? ` and ${numberFormat(locale).number(names.length - NAMED)} more` : '';
  const verb =
    names.length === 1 ? 'a library raises its minimum' : `${names.length} libraries raise their minimum`;
  return `Also, ${verb}: ${shown}${more}. Users are counted for apps only.`;
}

const NAMED = 5;

/** Whose users count. */
export function scopeSentence({ app, interval }: Minimums, { code }: Writing): string | null {
  if (app === null || interval === null) return null;
  if (app.id === null)
    return 'Users are those of all apps of the organization; the input `minimums` can name one.';
  const why = {
    given: '',
    insights: ", which the report's insights are about",
    only: ', the only one',
    all: '',
  };
  return `Users are those of the app ${code(app.id)}${why[app.by]}.`;
}
