/** A Druid expression, read by this evaluator's own rules: it knows nothing of the product's parser. */
export type Tree =
  | { readonly is: 'value'; readonly kind: 'text' | 'long' | 'double' | 'none'; readonly value: string | number | null }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Tree[] };

/** How tightly an operator binds; from `!` and `-` before a value down to the logical ones. */
const STRENGTH: Readonly<Record<string, number>> = {
  '&&': 1, '||': 1, '<': 2, '<=': 2, '>': 2, '>=': 2, '==': 2, '!=': 2, '+': 3, '-': 3, '*': 4, '/': 4, '%': 4, '^': 5,
}; // prettier-ignore

const WORDS =
  /\s*(?:('(?:\\.|[^'\\])*')|("(?:\\.|[^"\\])*")|(\d*\.\d+(?:[eE][+-]?\d+)?|\d+\.?(?:[eE][+-]?\d+)?)|([A-Za-z_$][\w$]*)|(<=|>=|==|!=|&&|\|\||[-+*/%^<>!(),]))/y;

/** Reads an expression. */
export function read(text: string): Tree {
  const words: string[] = [];
  WORDS.lastIndex = 0;
  for (let match = WORDS.exec(text); match !== null; match = WORDS.exec(text)) words.push(match[0].trimStart());
  const tree = operators(words, 0);
  if (words.length > 0) throw new Error(`left over: ${words.join(' ')}`);
  return tree;
}

function operators(words: string[], least: number): Tree {
  let left = single(words);
  for (;;) {
    const operator = words[0] ?? '';
    const strength = STRENGTH[operator];
    if (strength === undefined || strength < least) return left;
    words.shift();
    const right = operators(words, operator === '^' ? strength : strength + 1);
    left = { is: 'call', name: operator, args: [left, right] };
  }
}

function single(words: string[]): Tree {
  const word = words.shift() ?? '';
  if (word === '!') return { is: 'call', name: 'not', args: [single(words)] };
  if (word === '-') return { is: 'call', name: 'minus', args: [single(words)] };
  if (word === '(') {
    const inner = operators(words, 0);
    words.shift();
    return inner;
  }
  if (word.startsWith("'")) return { is: 'value', kind: 'text', value: unescape(word) };
  if (word.startsWith('"')) return { is: 'name', name: unescape(word) };
  if (/^[\d.]/.test(word)) return { is: 'value', kind: /[.eE]/.test(word) ? 'double' : 'long', value: Number(word) };
  if (words[0] === '(') return { is: 'call', name: word, args: args(words) };
  return word === 'null' ? { is: 'value', kind: 'none', value: null } : { is: 'name', name: word };
}

function args(words: string[]): Tree[] {
  const list: Tree[] = [];
  words.shift();
  while (words[0] !== ')') {
    list.push(operators(words, 0));
    if (words[0] === ',') words.shift();
  }
  words.shift();
  return list;
}

function unescape(word: string): string {
  return word
    .slice(1, -1)
    .replace(/\\u([0-9a-fA-F]{4})|\\(.)/gs, (_all, code?: string, plain?: string) =>
      code === undefined ? (plain ?? '') : String.fromCharCode(parseInt(code, 16)),
    );
}
