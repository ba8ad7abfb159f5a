import { parseInstant } from '../../tql/interval.ts';
import { nearest } from '../../inputs/nearest.ts';
import { readPort } from '../port.ts';
import { readReportFlags, type ReportFlags } from '../report-flags.ts';

/** The flags of `preview`: those of `report` but for the format, and its own. */
export interface PreviewFlags extends Omit<ReportFlags, 'format' | 'now'> {
  /** The results file; null: the service is asked. */
  readonly results: string | null;
  readonly host: string;
  readonly port: number;
  /** Whether a browser is to be opened. */
  readonly isOpened: boolean;
  readonly nowMs: number | null;
}

const OWN = ['results', 'host', 'port'] as const;
type Own = (typeof OWN)[number];

/** Reads the command line of `preview`; what is wrong with it is told in `problems`, all of it. */
export function readPreviewFlags(args: readonly string[]): PreviewFlags {
  const { given, rest, problems, isOpened } = takeOwn(args);
  const { format, now, ...flags } = readReportFlags(rest, 'preview');
  if (format !== null) problems.push('--format: preview shows pages; report has formats');
  const nowMs = now === null ? null : parseInstant(now);
  if (now !== null && nowMs === null) problems.push(`--now: "${now}" is no moment; write it as 2026-11-16T09:00:00Z`);
  if (now !== null && given.has('results')) problems.push('--now: saved results have their moment');
  const port = readPort(given.get('port') ?? DEFAULT_PORT);
  if (port === null)
    problems.push(`--port: got "${given.get('port') ?? ''}"; expected a number from 0 (any free port) to 65535`);
  return {
    ...flags,
    problems: [...flags.problems.map(meantOwn), ...problems],
    results: given.get('results') ?? null,
    host: given.get('host') ?? '127.0.0.1',
    port: port ?? 0,
    isOpened,
    nowMs,
  };
}

const DEFAULT_PORT = '8790';

function takeOwn(args: readonly string[]): {
  readonly given: ReadonlyMap<Own, string>;
  readonly rest: readonly string[];
  readonly problems: string[];
  readonly isOpened: boolean;
} {
  const given = new Map<Own, string>();
  const rest: string[] = [];
  const problems: string[] = [];
  let isOpened = false;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    const [, name = '', inline] = /^--([a-z]+)(?:=([^]*))?$/.exec(arg) ?? [];
    const own = OWN.find((each) => each === name);
    if (arg === '--open') isOpened = true;
    else if (arg.startsWith('--open=')) problems.push('--open takes no value');
    else if (own === undefined) rest.push(arg);
    else {
      const value = inline ?? args[++index] ?? '';
      if (value === '' || (inline === undefined && value.startsWith('--'))) problems.push(`--${own} needs a value`);
      if (given.has(own)) problems.push(`--${own} is given twice`);
      given.set(own, value);
    }
  }
  return { given, rest, problems, isOpened };
}

/** An unknown flag may have been meant as one of preview's own, and a path as the results. */
function meantOwn(problem: string): string {
  const [, path] = /^"([^"]+\.json)" is no flag/.exec(problem) ?? [];
  if (path !== undefined) return `"${path}" is no flag; did you mean --results ${path}?`;
  const [, flag] = /^there is no flag --([\w-]+)/.exec(problem) ?? [];
  const own = flag === undefined ? null : nearest(flag, [...OWN, 'open']);
  return own === null ? problem : `there is no flag --${flag ?? ''}; did you mean --${own}?`;
}
