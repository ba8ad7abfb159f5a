// Writes what raising a minimum version costs: "81 of 4,127 iOS users have only used lower versions". Each
// output (Markdown, logs, Slack) brings its own `Writing`. Pure.
import { numberFormat } from '../format/numbers.ts';
import type { Minimums, RaiseResult } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import type { Writing } from './writing.ts';
import { costSentences, short, verb } from './cost.ts';

/** The raises of apps, one for each step of a platform: targets that are raised alike cost the same users. */
export function stepsOf({ raises }: Pick<Minimums, 'raises'>): readonly RaiseResult[] {
  const apps = raises.filter(({ kind }) => kind === 'app');
  const steps = Map.groupBy(apps, ({ platform, from, to, api }) => JSON.stringify([platform, from, to, api]));
  return [...steps.values()].flatMap((alike) => {
    const places = alike.flatMap((each) => each.places);
    const distinct = new Map(places.map((place) => [JSON.stringify(place), place]));
    const target = alike.map((each) => each.target).join(', ');
    return alike.slice(0, 1).map((first) => ({ ...first, target, places: [...distinct.values()] }));
  });
}

/**
 * `Raises iOS 15 → 16 (ios/Podfile, line 3). 81 of 4,127 iOS users … (1.96%): they keep the app and get no
 * more updates.`
 */
export function raiseSentence(raise: RaiseResult, minimums: Minimums, writing: Writing): string {
  const { platform, target, from, to } = raise;
  const isOnly = stepsOf(minimums).filter((each) => each.platform === platform).length < 2;
  const forTarget = isOnly ? '' : ` for ${writing.prose(target)}`;
  const what = `Raises ${platform} ${short(from ?? '')} → ${short(to)}${forTarget}${placesText(raise, writing)}.`;
  return [what, ...costSentences(raise, minimums, writing)].join(' ');
}

function placesText({ places, api = [] }: RaiseResult, { code }: Writing): string {
  const [first, ...others] = places;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  const parts = [
    ...(api.length === 0 ? [] : [`API ${api.join(' → ')}`]),
    ...(first === undefined ? [] : [`${code(first.file)}, line ${first.line}${more}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

/** Which new users cannot install the app; null if no minimum of an app rises. */
export function newUsersSentence(minimums: Minimums): string | null {
  const below = new Set(stepsOf(minimums).map(({ platform, to }) => `${platform} ${short(to)}`));
  return below.size === 0 ? null : `New users below ${[...below].join(' or ')} cannot install the app.`;
}

/** Targets whose users are not counted: libraries, tests, extensions; null if there are none. */
export function othersSentence(
  { raises }: Pick<Minimums, 'raises'>,
  { code, locale }: Writing,
): string | null {
  const parts = (['library', 'other'] as const).flatMap((kind) => {
    const names = [...new Set(raises.flatMap((raise) => (raise.kind === kind ? raise.target : [])))];
    if (names.length === 0) return [];
    const more = names.length > NAMED ? ` and ${numberFormat(locale).number(names.length - NAMED)} more` : '';
    const word =
      kind === 'library' ? verb('library', 'libraries', names.length) : plural('other target', names.length);
    return [
      `${names.length} ${word} (${names
        .slice(0, NAMED)
        .map((name) => code(name))
        .join(', ')}${more})`,
    ];
  });
  return parts.length === 0 ? null : `Users are counted for apps only. Also raised: ${parts.join(' and ')}.`;
}

/** How many targets are named before `and 3 more`. */
const NAMED = 5;

/** Whose users count: `Users are those of the app MyApp, the only one.` `option` is what can name an app. */
export function scopeSentence({ app, interval }: Minimums, { code }: Writing, option: string): string | null {
  if (app === null || interval === null) return null;
  if (app.id === null) return `Users are those of all apps of the organization; ${option} can name one.`;
  const why = {
    given: '',
    insights: ", which the report's insights are about",
    only: ', the only one',
    all: '',
  };
  return `Users are those of the app ${code(app.id)}${why[app.by]}.`;
}
