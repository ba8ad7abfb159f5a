import { parseInstant } from '../tql/interval.ts';
import { readReportFlags, type ReportFlags } from './report-flags.ts';

/** The flags of `gate`: those of `report` but for the format, and its own. */
export interface GateFlags extends Omit<ReportFlags, 'format'> {
  /** How many periods to go back; null: none. */
  readonly backtest: number | null;
  readonly isExplain: boolean;
}

const MOST_PERIODS = 60;

/** Reads the command line of `gate`; what is wrong with it is told in `problems`, all of it. */
export function readGateFlags(args: readonly string[]): GateFlags {
  const rest: string[] = [];
  const problems: string[] = [];
  let isExplain = false;
  let backtest: string | null = null;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--explain') isExplain = true;
    else if (arg.startsWith('--backtest=')) backtest = arg.slice('--backtest='.length);
    else if (arg === '--backtest') backtest = args[++index] ?? '';
    else rest.push(arg);
  }
  const count = backtest === null || !/^\d{1,3}$/.test(backtest) ? null : Number(backtest);
  if (backtest !== null && (count === null || count < 1 || count > MOST_PERIODS)) {
    problems.push(`--backtest: got "${backtest}"; expected a whole number of periods from 1 to ${MOST_PERIODS}`);
  }
  const { format, ...flags } = readReportFlags(rest, 'gate');
  if (format !== null) problems.push('--format: gate prints lines; report has formats');
  if (flags.now !== null && parseInstant(flags.now) === null) {
    problems.push(`--now: "${flags.now}" is no moment; write it as 2026-11-16T09:00:00Z`);
  }
  return { ...flags, problems: [...flags.problems, ...problems], backtest: count, isExplain };
}
