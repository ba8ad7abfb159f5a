// Decides whether a call is one that sends an event: `TelemetryDeck.signal(…)` is, `player.signal(…)` is not.
// It compares a call's method, and the names before it, with the forms of the SDKs and of the app's wrappers.
// Pure.
import { getOrAdd } from '../../../text/get-or-add.ts';
import type { SdkObjects } from './objects.ts';
import type { CallForm, LanguageName } from './sdk-calls.ts';

/** A call of a method as its file writes it. */
interface WrittenCall {
  readonly method: string;
  /** The names before the method. */
  readonly receivers: readonly string[];
  /** The type around, if it may be meant without being named. */
  readonly around: string | null;
}

/** The forms that calls of one language can have. */
export interface LanguageForms {
  readonly methods: ReadonlySet<string>;
  /** The types that declare wrappers. */
  readonly owners: ReadonlySet<string>;
  /** The first form that a call has in a file (its text in lower case). */
  readonly find: (call: WrittenCall, objects: SdkObjects, text: string) => CallForm | undefined;
}

/**
 * The forms of each language by method and owner, so that a call is compared with few of them, however many
 * wrappers there are.
 */
export function indexForms(forms: readonly CallForm[]): (language: LanguageName) => LanguageForms {
  const languages = new Map<LanguageName, LanguageForms>();
  return (language) =>
    getOrAdd(languages, language, () =>
      ofLanguage(forms.filter((form) => form.languages.includes(language))),
    );
}

/**
 * Forms are looked up by their method and a key: the last name of an owner (`telemetrydeck`), or one of
 * these, for forms without an owner (`track(…)`) and for all forms with one. No owner has such a name.
 */
const [FREE, OWNED] = ['', '.'];

function ofLanguage(forms: readonly CallForm[]): LanguageForms {
  const places = new Map(forms.map((form, place) => [form, place]));
  const byKey = new Map<string, CallForm[]>();
  const callKeys = new Set<string>();
  for (const form of forms) {
    const { method, owners, passes, imports } = form;
    // Several forms can match the same calls: the first counts.
    const callKey = JSON.stringify([method, owners, passes === undefined, imports]);
    if (callKeys.has(callKey)) continue;
    callKeys.add(callKey);
    const lastNames = owners.map((path) => path.split('.').at(-1) ?? '');
    for (const key of owners.length === 0 ? [FREE] : [...lastNames, OWNED])
      getOrAdd(byKey, `${method} ${key}`, () => []).push(form);
  }
  const under = (method: string, key: string): readonly CallForm[] => byKey.get(`${method} ${key}`) ?? [];
  return {
    methods: new Set(forms.map(({ method }) => method)),
    owners: new Set(forms.flatMap(({ passes }) => passes?.owner ?? [])),
    find: ({ method, receivers, around }, { objects, functions }, text) => {
      const names = [...receivers, around ?? ''].map((each) => each.toLowerCase());
      // React's references hold their object in `current`.
      const receiver = receivers.findLast((each) => each !== 'current');
      // The SDK's own function under the file's name for it: `track` of `{ signal: track }`.
      const alias = receiver === undefined ? functions.get(method) : undefined;
      // Forms without an owner. A wrapper that no type declares is called with nothing before it.
      const free = under(method, FREE).filter(
        ({ passes, imports = '' }) =>
          (passes === undefined || receivers.length === 0) && text.includes(imports),
      );
      // Forms whose owner is named in the call.
      const named = [...new Set(names)].flatMap((name) =>
        under(method, name).filter(({ owners }) => owners.some((path) => isAmong(path, names))),
      );
      // Calls of an object that the file made of the SDK's class, or of such a function.
      const isOfObject = receiver !== undefined && objects.has(receiver);
      const ownMethods = [alias ?? [], isOfObject ? method : []].flat();
      const owned = ownMethods.flatMap((each) => under(each, OWNED).slice(0, 1));
      const placeOf = (form: CallForm) => places.get(form) ?? 0;
      return [...free, ...named, ...owned].sort((one, other) => placeOf(one) - placeOf(other))[0];
    },
  };
}

/** Whether all parts of an owner's path, such as `analytics.shared`, are among some names. */
function isAmong(path: string, names: readonly string[]): boolean {
  return path.split('.').every((each) => names.includes(each));
}
