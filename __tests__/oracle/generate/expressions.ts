import { type Arbitrary } from 'fast-check';
import fc from '../../support/properties.ts';
import { ZONES } from './events.ts';

/** The names that an expression may read. */
export interface Names {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  /** A name with epoch milliseconds, if there is one. */
  readonly time: string | null;
}

type Part = Arbitrary<string>;
const text = (strings: TemplateStringsArray, ...parts: readonly Part[]): Part =>
  fc.tuple(...parts).map((values) => strings.map((piece, index) => piece + (values[index] ?? '')).join(''));

/**
 * Druid expressions with every operator and function, nulls, casts, and necessary and unnecessary brackets.
 */
export function expression(names: Names): Arbitrary<string> {
  const zone = fc.constantFrom(...ZONES);
  const one = (...values: string[]): Part => fc.constantFrom(...values);
  const period = one('P1D', 'P1W', 'P1M', 'P3M', 'P1Y');
  const format = one(
    'yyyy-MM-dd',
    'HH:mm:ss.SSS',
    "yyyy''MM",
    'EEE d MMM yy h a',
    'xxxx-ww e',
    'DDD M H',
    'EEEE MMMM hh',
  ).map((found) => found.replace("''", "\\'T\\'"));
  const time = names.time;
  const timeNumbers: Part[] =
    time === null
      ? []
      : [
          text`timestamp_floor(${one(time)}, '${period}', null, '${zone}')`,
          text`timestamp_floor(${one(time)}, '${one('PT15M', 'PT6H', 'P1D', 'P1W', 'P2D')}', ${one('null', "'2026-01-01T05:30:00Z'")})`,
        ];
  const timeTexts: Part[] =
    time === null
      ? []
      : [
          text`timestamp_format(${one(time)}, '${format}', '${zone}')`,
          text`timestamp_format(${one(time)}, '${format}')`,
          one(`timestamp_format(${time})`),
        ];
  const numberNames = names.numbers.map(quoted);
  const textNames = names.texts.map(quoted);
  return fc.letrec<{ number: string; text: string; truth: string; any: string }>((tie) => {
    const [n, t, b] = [tie('number'), tie('text'), tie('truth')];
    const [numberLeaf, textLeaf] = [
      one(...numberNames, ...numberNames, '0', '1', '2', '7', '12', '0.5', '2.0', '1e3', '0.25', 'null'),
      one(...textNames, ...textNames, "'pro'", "'A\\'b'", "'\\u0041'", "''", "'12.7'", 'null', "'😀x'"),
    ];
    return {
      number: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        { weight: 6, arbitrary: numberLeaf },
        text`${n} ${one('+', '-', '*', '/', '%')} ${n}`,
        text`(${n} ${one('+', '-', '*', '/', '%')} ${n})`,
        text`-${n}`,
        text`${n} ^ ${one('0', '2', '3', '-1.0', '2.0')}`,
        text`${one('abs', 'floor', 'ceil', 'round')}(${n})`,
        text`round(${n}, ${one('0', '1', '2', '-1')})`,
        text`strlen(${t})`,
        text`if(${b}, ${n}, ${n})`,
        text`nvl(${n}, ${n})`,
        text`case_searched(${b}, ${n}, ${b}, ${n})`,
        text`case_searched(${b}, ${n}, ${n})`,
        text`case_simple(${t}, ${textLeaf}, ${n}, ${n})`,
        text`case_simple(${n}, ${numberLeaf}, ${n}, ${numberLeaf}, ${n})`,
        text`cast(${t}, '${one('LONG', 'DOUBLE')}')`,
        text`cast(${n}, '${one('LONG', 'DOUBLE')}')`,
        ...timeNumbers,
        b,
      ),
      text: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        { weight: 5, arbitrary: textLeaf },
        text`concat(${t}, ${one("'-'", "'ü'")}, ${n})`,
        text`${t} + ${t}`,
        text`${one('lower', 'upper')}(${t})`,
        text`substring(${t}, ${one('0', '1', '2', '9')}, ${one('0', '1', '3', '-1')})`,
        text`replace(${t}, ${one("'r'", "'o'", "'.'", "''", "'0'")}, ${textLeaf})`,
        text`regexp_extract(${t}, ${one("'[a-z]+'", "'^(.)(.)'", "'([0-9])'")})`,
        text`regexp_extract(${t}, '^(.)([a-z0-9])', ${one('0', '1', '2')})`,
        text`cast(${n}, 'STRING')`,
        text`nvl(${t}, ${t})`,
        text`if(${b}, ${t}, ${one("'yes'", "'no'", 'null')})`,
        text`case_simple(${t}, ${textLeaf}, ${t}, ${textLeaf})`,
        ...timeTexts,
      ),
      truth: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        { weight: 2, arbitrary: text`${numberLeaf} ${one('<', '<=', '>', '>=', '==', '!=')} ${numberLeaf}` },
        { weight: 2, arbitrary: text`${textLeaf} ${one('<', '<=', '>', '>=', '==', '!=')} ${textLeaf}` },
        text`${textLeaf} ${one('<', '==', '!=')} ${numberLeaf}`,
        text`like(${t}, ${one("'p%'", "'%o'", "'_r_'", "'%'", "''", "'%\\\\_%'", "'1.%'")})`,
        text`like(${t}, ${one("'!%'", "'p!_%'", "'a!'", "'!!%'")}, '!')`,
        text`(${b} ${one('&&', '||')} ${b})`,
        text`${b} && ${b}`,
        text`!(${b})`,
        text`!${n}`,
        n,
        t,
      ),
      any: fc.oneof(n, t, b),
    };
  }).any;
}

function quoted(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`;
}
