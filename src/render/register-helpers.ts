import { argumentFault, takes } from './helper-arguments.ts';
import { HELPERS } from './helpers.ts';
import type { Library, Place } from './library.ts';
import type { Fail } from './template-error.ts';
import type { View } from './view.ts';

/** What Handlebars gives a helper after its arguments; the built-in templates' compiled code holds no places. */
interface Options {
  readonly data: { readonly root: View };
  readonly loc?: Place;
}

/** Registers our helpers, which take what docs/templates.md says and nothing else; `fail` makes the error of the template that runs. */
export function registerHelpers(hb: Library, fail: Fail): void {
  for (const [name, helper] of Object.entries(HELPERS)) {
    hb.registerHelper(name, (...given: unknown[]) => {
      const { data, loc: place = null } = given.at(-1) as Options;
      const values = given.slice(0, -1);
      if (values.some((value) => value === undefined)) {
        throw fail(place, `the helper "${name}" was given a field that does not exist`);
      }
      const fault = argumentFault(name, values);
      if (fault !== null) throw fail(place, fault);
      const output = attempt(
        () => helper(data.root, ...(values as never[])),
        (cause) => fail(place, `the helper "${name}" was given what it cannot use; it takes${takes(name)}`, { cause }),
      );
      return 'markdown' in output ? new hb.SafeString(output.markdown) : output.value;
    });
  }
}

function attempt<T>(work: () => T, failed: (cause: unknown) => Error): T {
  try {
    return work();
  } catch (error) {
    throw failed(error);
  }
}
