// Asks a question again whenever it changes, for the page "Ask": `explorer.tsx` calls this.
import { useRef } from 'preact/hooks';
import { InputError, messageOf } from '../../text/errors.ts';
import { type Asker, Refusal } from '../service/asker.ts';
import { type Answer, answerQuestion } from '../service/report.ts';
import type { Question } from '../query/question.ts';
import { useAsked } from './use-asked.ts';

/** What is wrong: in words, and where in the query if it is known. `of` is what it is about. */
export interface Problem {
  readonly message: string;
  readonly path: string | null;
  readonly of: 'query' | 'gate';
}

/** The answer to the last question that was answered, and how the present one stands. */
export interface AnswerState {
  readonly answer: Answer | null;
  readonly isAsking: boolean;
  readonly problem: Problem | null;
}

/** How long to wait after the last key before a query is sent; the first one is sent at once. */
const PAUSE_MS = 300;

/** Answers a question that changes as someone types. A new one cancels the one before, in the engine too. */
export function useAnswer(question: Question | null, asker: Asker, now: () => number): AnswerState {
  const pauseMs = useRef(0);
  const { lastValue, problem, isAsking } = useAsked(
    async (signal) => {
      if (question === null) return null;
      await new Promise((resolve) => setTimeout(resolve, pauseMs.current));
      pauseMs.current = PAUSE_MS;
      signal.throwIfAborted();
      return answerQuestion(question, asker, signal, now());
    },
    [question, asker],
  );
  return {
    answer: lastValue ?? null,
    isAsking: isAsking && question !== null,
    problem: problem === undefined ? null : problemOf(problem),
  };
}

function problemOf(error: unknown): Problem {
  const message = messageOf(error);
  if (error instanceof InputError) {
    // The page has one gate, and its field is where the message stands.
    const withoutPlace = message.replace(/^thresholds, entry 1(?:, assert)?: /, '');
    return { message: withoutPlace, path: null, of: message.startsWith('thresholds') ? 'gate' : 'query' };
  }
  return { message, path: error instanceof Refusal ? error.path : null, of: 'query' };
}
