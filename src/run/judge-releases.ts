import type { QueryService } from '../client/client.ts';
import type { Judgement } from '../gate/verdict/decide.ts';
import { type ReportRequest, type ThresholdRequest, thresholdsOfRelease } from '../inputs/request.ts';
import type { ReleaseResult } from '../results.ts';

/** The judgements of gates, each under what was asked. */
export type Judgements = ReadonlyMap<ThresholdRequest, Judgement>;

/** Asks for the releases and judges their gates; the statistics are loaded only if there are any. */
export async function judgeReleases(
  request: ReportRequest,
  service: QueryService,
  nowMs: number,
): Promise<{ readonly releases: readonly ReleaseResult[]; readonly judgements: Judgements }> {
  const { releases = [], timezone, locale } = request;
  if (releases.length === 0) return { releases: [], judgements: new Map() };
  const [{ askRelease }, { judgeRelease }, { writeRelease }] = await Promise.all([
    import('./releases.ts'),
    import('../release/judge.ts'),
    import('../render/verdict/release.ts'),
  ]);
  const settings = { nowMs, timezone: timezone ?? 'UTC' };
  const answers = await Promise.all(releases.map((each) => askRelease(each, request, service, nowMs)));
  const judged = answers.map((answer) => {
    const evidence = 'evidence' in answer ? answer.evidence : answer;
    const own = thresholdsOfRelease(request, evidence.name);
    const judgements = own.map((each) => judgeRelease(each, evidence, settings));
    const release =
      'evidence' in answer ? writeRelease(answer, judgements, request.minGroupSize, locale) : answer;
    return { release, judgements };
  });
  return {
    releases: judged.map(({ release }) => release),
    judgements: new Map(judged.flatMap(({ judgements }) => judgements.map((each) => [each.request, each]))),
  };
}
