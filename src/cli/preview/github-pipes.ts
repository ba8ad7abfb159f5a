// Two extensions that make micromark read a pipe after a backslash in a table as GitHub does: `a \| b` is one
// cell with `a | b`. Pure.
import type { Options } from 'micromark';

type Extension = NonNullable<Options['extensions']>[number];
export type HtmlExtension = NonNullable<Options['htmlExtensions']>[number];
type Constructs = NonNullable<NonNullable<Extension['flow']>[string]>;
type Construct = Extract<Constructs, { tokenize: unknown }>;
type State = ReturnType<Construct['tokenize']>;

/** Character codes, by which micromark reads. */
const BACKSLASH = 92;
const PIPE = 124;

/**
 * Makes the tables of the extension read `\|` as GitHub does: a pipe after a backslash never ends a cell,
 * whatever is before the two. In micromark `\\|` ends one.
 */
export function withGitHubPipes({ flow = {}, ...others }: Extension): Extension {
  const constructs: readonly Construct[] = [flow['null'] ?? []].flat();
  return { ...others, flow: { ...flow, null: constructs.map(readPipesLikeGitHub) } };
}

/** Writes code within a table as GitHub does: of `\|` it removes the backslash, and nothing else. */
export const GITHUB_PIPES_IN_CODE: HtmlExtension = {
  exit: {
    codeTextData(token) {
      const text = this.sliceSerialize(token);
      this.raw(this.encode(isInTable(this) ? text.replaceAll('\\|', '|') : text));
    },
  },
};

/** Reads a key that the table extension sets; its types are known only to files that import the extension. */
function isInTable(context: { getData(key: string): unknown }): boolean {
  return Boolean(context.getData('tableAlign'));
}

/** A construct of micromark (a rule for a kind of block) that reads pipes as GitHub does. */
function readPipesLikeGitHub(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const table = { isOver: false };
      const leave =
        (state: State): State =>
        (code) => {
          table.isOver = true;
          return state(code);
        };
      return escapePipes(construct.tokenize.call(this, effects, leave(ok), leave(nok)), table, null, null);
    },
  };
}

/**
 * Wraps a state of micromark's machine: a function that reads one character and returns the state for the
 * next. In a wrapped state, a pipe after a backslash is text. `behindFirst` is the state after the first of
 * several backslashes, which reads the pipe as escaped, however many backslashes there are.
 *
 * What follows the table is not wrapped: each table would wrap it again, and a long document would take
 * minutes.
 */
function escapePipes(
  state: State,
  table: { readonly isOver: boolean },
  before: number | null,
  behindFirst: State | null,
): State {
  return (code) => {
    const next = code === PIPE && behindFirst !== null ? behindFirst(code) : state(code);
    if (next === undefined || table.isOver) return next;
    if (code !== BACKSLASH) return escapePipes(next, table, code, null);
    return escapePipes(next, table, code, before === BACKSLASH ? behindFirst : next);
  };
}
