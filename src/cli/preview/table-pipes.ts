import type { Options } from 'micromark';

type Extension = NonNullable<Options['extensions']>[number];
export type HtmlExtension = NonNullable<Options['htmlExtensions']>[number];
type Constructs = NonNullable<NonNullable<Extension['flow']>[string]>;
type Construct = Extract<Constructs, { tokenize: unknown }>;
type State = ReturnType<Construct['tokenize']>;

const BACKSLASH = 92;
const PIPE = 124;

/**
 * The extension with tables that read `\|` as GitHub does: a pipe behind a backslash never ends a cell, whatever stands before the
 * two. micromark lets `\\|` end one.
 */
export function withGithubPipes({ flow = {}, ...rest }: Extension): Extension {
  const constructs: readonly Construct[] = [flow['null'] ?? []].flat();
  return { ...rest, flow: { ...flow, null: constructs.map(withPipes) } };
}

/** In a table's code, GitHub takes one backslash from before a pipe, and nothing else. */
export const GITHUB_PIPES: HtmlExtension = {
  exit: {
    codeTextData(token) {
      const text = this.sliceSerialize(token);
      this.raw(this.encode(isInTable(this) ? text.replaceAll('\\|', '|') : text));
    },
  },
};

/** By a key of the table extension's, which the types know only where that is imported. */
function isInTable(context: { getData(key: string): unknown }): boolean {
  return Boolean(context.getData('tableAlign'));
}

function withPipes(construct: Construct): Construct {
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
      return escaping(construct.tokenize.call(this, effects, leave(ok), leave(nok)), table, null, null);
    },
  };
}

/**
 * A state behind a backslash takes a pipe as text: after a run of them, it is the state behind the first that reads it. What comes
 * after the table is left alone: wrapped once more by each table, a long document would take minutes.
 */
function escaping(
  state: State,
  table: { readonly isOver: boolean },
  before: number | null,
  behindFirst: State | null,
): State {
  return (code) => {
    const next = code === PIPE && behindFirst !== null ? behindFirst(code) : state(code);
    if (next === undefined || table.isOver) return next;
    if (code !== BACKSLASH) return escaping(next, table, code, null);
    return escaping(next, table, code, before === BACKSLASH ? behindFirst : next);
  };
}
