import type { ASTNode } from '@marcbachmann/cel-js';
import { nearestWord } from '../../text/nearest.ts';
import { quoteNames } from '../../text/list.ts';
import type { Query } from '../../tql/query.ts';
import type { Fault } from './fault.ts';
import { INSIGHT, READ_FUNCTIONS } from './language.ts';
import { SET_FUNCTIONS } from './sets.ts';
import { insightOf, nodesOf } from './syntax-tree.ts';

/** The insights of a report, for an assertion that may read them. */
export interface KnownInsights {
  /** The insight that functions without a name read; null if there is none. */
  readonly own: string | null;
  readonly all: readonly KnownInsight[];
}

interface KnownInsight {
  readonly name: string;
  /** Whether it is compared with an earlier period. */
  readonly isCompared: boolean;
}

/** The insights of a report, with their queries as far as they are known before anything is asked. */
export interface CheckedInsights extends KnownInsights {
  readonly all: readonly (KnownInsight & {
    readonly query?: Query | null;
    /** The output that its entry names. */
    readonly metric?: string | null;
  })[];
}

/** Words of the language itself, of which CEL reserves some for later. */
const WORDS_OF_CEL = [
  'as break const continue else false for function has if import in let loop null package namespace return true',
  'var void while prototype cel google optional type int uint double bool string bytes list map dyn null_type',
  'timestamp duration size',
];

/** Words that mean something else in an expression. */
const TAKEN: ReadonlySet<string> = new Set([
  ...[...READ_FUNCTIONS, ...SET_FUNCTIONS, 'rows', INSIGHT, 'row', 'set', 'number'],
  ...WORDS_OF_CEL.flatMap((line) => line.split(' ')),
]);

/** How an insight is written in an expression: `os`, or `insight("daily-users")`. */
export function writtenInsight(name: string): string {
  // A name that begins with an underscore is the language's own.
  const isIdentifier = /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !TAKEN.has(name);
  return isIdentifier ? name : `${INSIGHT}(${JSON.stringify(name)})`;
}

/** The names in an expression that stand for insights: those that it does not give to the items of a list. */
export function insightVariables(tree: ASTNode, { all }: Pick<KnownInsights, 'all'>): readonly string[] {
  const items = namesOfItems(tree);
  const written = new Set(
    nodesOf(tree).flatMap((node) => (node.op === 'id' && !items.has(node.args) ? [node.args] : [])),
  );
  return all.map(({ name }) => name).filter((name) => written.has(name) && writtenInsight(name) === name);
}

/** The names that an expression gives to items: `r` in `rows.all(r, …)`. */
function namesOfItems(tree: ASTNode): ReadonlySet<string> {
  return new Set(
    nodesOf(tree).flatMap((node) => {
      const [item] = node.op === 'rcall' && !READ_FUNCTIONS.has(node.args[0]) ? node.args[2] : [];
      return item?.op === 'id' ? [item.args] : [];
    }),
  );
}

/** The first fault in how an expression names insights; null if there is none. */
export function findInsightFault(tree: ASTNode, insights: KnownInsights): Fault | null {
  const variables = insightVariables(tree, insights);
  const items = namesOfItems(tree);
  const owners = new Map(nodesOf(tree).flatMap(ownedBy));
  for (const node of nodesOf(tree)) {
    const fault = findFault(node, owners.get(node) ?? null);
    if (fault !== null) return { node, ...fault };
  }
  return null;

  function findFault(node: ASTNode, owned: string | null): Omit<Fault, 'node'> | null {
    const [name, isCall] = [insightOf(node), node.op === 'call' && node.args[0] === INSIGHT];
    if (insights.own === null && isOwnRead(node)) return withoutInsight(node, insights);
    if (isCall && name === null) {
      const hint = `${INSIGHT}(${JSON.stringify(exampleName(insights))})`;
      return { why: `${INSIGHT} takes the name of an insight, written out in quotes`, hint };
    }
    if (isCall ? !isName(name) : isUnknown(node, owned)) return unknown(name ?? '');
    if (!isCall && !(node.op === 'id' && variables.includes(node.args))) return null;
    return owned !== null && isRead(owned) ? null : notRead(name ?? '', owned);
  }

  function isName(name: string | null): boolean {
    return insights.all.some((each) => each.name === name);
  }

  /** Whether a name that is neither an insight nor an item is written like an insight. */
  function isUnknown(node: ASTNode, owned: string | null): boolean {
    if (node.op !== 'id' || owned === null || !isRead(owned)) return false;
    return !variables.includes(node.args) && (!items.has(node.args) || isName(node.args));
  }

  function unknown(name: string): Omit<Fault, 'node'> {
    const names = insights.all.map((each) => each.name);
    if (isName(name))
      return {
        why: `${name} means something else in this expression`,
        hint: `${INSIGHT}(${JSON.stringify(name)})`,
      };
    const near =
      nearestWord(name, names) ?? names.find((each) => hasPart(each, name) || hasPart(name, each)) ?? null;
    const why = `there is no insight "${name}" in this report; there are ${quoteNames(names)}`;
    return near === null ? { why } : { why, hint: writtenInsight(near), replaces: writtenInsight(name) };
  }
}

/** Whether a name has another one in it, as `daily-users` has `users`. */
function hasPart(name: string, part: string): boolean {
  return part.length > 2 && name.toLowerCase().includes(part.toLowerCase());
}

/** What a function or a field is read from, and its name: `total()`, `rows`. */
function ownedBy(node: ASTNode): readonly (readonly [owner: ASTNode, name: string])[] {
  if (node.op === 'rcall') return [[node.args[1], `${node.args[0]}()`]];
  return node.op === '.' ? [[node.args[0], node.args[1]]] : [];
}

function isRead(name: string): boolean {
  return READS.includes(name);
}

const READS: readonly string[] = [...[...READ_FUNCTIONS].map((name) => `${name}()`), 'rows'];

function isOwnRead(node: ASTNode): boolean {
  return node.op === 'call' ? READ_FUNCTIONS.has(node.args[0]) : node.op === 'id' && node.args === 'rows';
}

function withoutInsight(node: ASTNode, insights: KnownInsights): Omit<Fault, 'node'> {
  const name = exampleName(insights);
  const read = node.op === 'call' ? `${node.args[0]}(…)` : 'rows';
  const why = `${read} does not say which of the ${insights.all.length} insights it reads`;
  const names = quoteNames(insights.all.map((each) => each.name));
  return {
    why: `${why} (${names}); write ${writtenInsight(name)}.${read}, or ${name}: before the whole assertion`,
  };
}

function exampleName({ all }: KnownInsights): string {
  return all[0]?.name ?? 'os';
}

function notRead(name: string, owned: string | null): Omit<Fault, 'node'> {
  const written = writtenInsight(name);
  if (owned === null) return { why: `${written} is an insight, not a number`, hint: `${written}.total()` };
  const isFunction = READS.includes(`${owned}()`);
  const near = isFunction ? `${owned}()` : nearestWord(owned, READS);
  const why = isFunction
    ? `${owned} is a function`
    : `an insight has no ${owned}; it has ${READS.join(', ')}`;
  return {
    why,
    hint:
      near === null
        ? null
        : `${written}.${near.replace(/(?<=^(?:value|share|previous|change|rank)\()/, '"…"')}`,
  };
}
