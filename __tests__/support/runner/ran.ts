/** What a run of a workflow came to. */
export interface Ran {
  readonly passed: boolean;
  /** Job to success or failure; a job whose `if` is false is not there. */
  readonly jobs: Readonly<Record<string, string>>;
  /** Step id (its place where it has none) to success or failure; a step whose `if` is false is not there. */
  readonly steps: Readonly<Record<string, string>>;
  /** What the steps told the runner through commands and files. */
  readonly told: readonly Told[];
  /** What the steps printed, commands aside. */
  readonly printed: string;
  /** All that people can see of it: log, annotations, outputs, summaries. */
  readonly everything: string;
}

/** A workflow command, an output or a summary. */
interface Told {
  readonly step: string;
  /** `error`, `warning`, `notice`, `set-output`, `summary` … */
  readonly command: string;
  /** Of an output. */
  readonly name: string;
  readonly text: string;
}

/** A line of `act --json`. `raw` is left out: it holds secrets. */
interface Line {
  readonly msg?: string;
  readonly command?: string;
  readonly arg?: string;
  readonly content?: string;
  readonly name?: string;
  readonly stage?: string;
  readonly stepID?: readonly string[];
  readonly stepResult?: string;
  readonly jobID?: string;
  readonly jobResult?: string;
  readonly raw_output?: boolean;
}

/** Reads the lines of `act --json`. */
export function readRan(text: string, code: number | null): Ran {
  const lines = text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
  const told = lines.flatMap((line) => toldBy(line));
  return {
    passed: code === 0,
    jobs: lastOf(
      lines,
      ({ jobID = '' }) => jobID,
      ({ jobResult }) => jobResult,
    ),
    steps: lastOf(lines, stepOf, ({ stage, stepResult }) => (stage === 'Main' ? stepResult : undefined)),
    told,
    printed: lines.flatMap(({ raw_output: isRaw, msg = '' }) => (isRaw === true ? [msg] : [])).join(''),
    everything: [...lines.map(({ msg = '' }) => msg), ...told.map((each) => each.text)].join('\n'),
  };
}

const stepOf = ({ stepID }: Line): string => stepID?.at(-1) ?? '';

function toldBy(line: Line): readonly Told[] {
  const { command, name = '', arg, content } = line;
  if (command === undefined || command === 'add-mask') return [];
  return [{ step: stepOf(line), command, name, text: arg ?? content ?? '' }];
}

function lastOf(
  lines: readonly Line[],
  key: (line: Line) => string,
  value: (line: Line) => string | undefined,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const line of lines) {
    const text = value(line);
    if (text !== undefined) found[key(line)] = text;
  }
  return found;
}
