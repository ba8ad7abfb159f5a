import type { Dispatcher } from 'undici';
import { createClient } from '../../report/client/client.ts';
import { createSend } from '../../report/client/send.ts';
import { InputError } from '../../text/errors.ts';
import type { ReportRequest } from '../../report/inputs/request.ts';
import { silentLog } from '../../text/log.ts';
import { type Finding, finding } from '../check/finding.ts';
import { writeFiles } from '../init/write-files.ts';
import type { Io } from '../io.ts';
import { askQuestions, questionsFor } from './questions.ts';
import { createRecorder } from './recorder.ts';

/** A recording under way. */
interface OpenRecording {
  /** Requests that go through it are recorded. */
  readonly dispatcher: Dispatcher;
  /** Writes the file, and says so. */
  write(): Promise<Finding>;
}

/**
 * Begins a recording with the questions that no report asks, which it announces before. Throws `InputError`
 * if there is no one service.
 */
export async function openRecording(
  requests: readonly ReportRequest[],
  path: string,
  io: Io,
): Promise<OpenRecording> {
  const services = new Map(
    requests.map(({ service }) => [JSON.stringify([service.url, service.token]), service]),
  );
  const [service, ...others] = [...services.values()];
  if (service === undefined || others.length > 0)
    throw new InputError([
      '--record: the reports ask no query service, or several: name one report with --report',
    ]);
  const base = new URL(service.url);
  const recorder = await createRecorder(base, process.env);
  const { dispatcher } = recorder;
  const { catalog } = createClient({ ...service, log: silentLog, effects: { dispatcher } });
  const organizations = await catalog.organizations();
  const questions = questionsFor(organizations instanceof Error ? null : (organizations[0] ?? null));
  const lines = questions.map(({ about }) => `  - ${about}\n`).join('');
  io.stderr.write(
    `insight-report check: --record asks ${base.host} beside the check, once each, and writes nothing there:\n${lines}`,
  );
  const send = createSend(base.origin, service.token, async () => dispatcher);
  await askQuestions(questions, base.pathname.replace(/\/+$/, ''), send);
  return {
    dispatcher,
    write: async () => {
      const text = `${JSON.stringify(recorder.recording(), null, 1)}\n`;
      await writeFiles([{ path, text }], false);
      const message = `${path} is written; read it, and attach it to an issue`;
      return finding('account', 'recording', 'ok', message);
    },
  };
}
