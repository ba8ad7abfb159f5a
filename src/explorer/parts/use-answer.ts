import { useEffect, useRef, useState } from 'preact/hooks';
import { InputError, messageOf } from '../../text/errors.ts';
import { type Asker, Refusal } from '../service/asker.ts';
import { type Answer, answerQuestion } from '../service/report.ts';
import type { Question } from '../query/question.ts';

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
  const [state, setState] = useState<AnswerState>({ answer: null, isAsking: true, problem: null });
  const isFirst = useRef(true);
  useEffect(() => {
    if (question === null) {
      setState((before) => ({ ...before, isAsking: false }));
      return undefined;
    }
    const cancelling = new AbortController();
    const { signal } = cancelling;
    setState((before) => ({ ...before, isAsking: true }));
    const pauseMs = isFirst.current ? 0 : PAUSE_MS;
    isFirst.current = false;
    const timer = setTimeout(() => {
      answerQuestion(question, asker, signal, now()).then(
        (answer) => {
          if (!signal.aborted) setState({ answer, isAsking: false, problem: null });
        },
        (error: unknown) => {
          if (!signal.aborted)
            setState((before) => ({ ...before, isAsking: false, problem: problemOf(error) }));
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      cancelling.abort();
    };
  }, [question, asker]);
  return state;
}

function problemOf(error: unknown): Problem {
  const message = messageOf(error);
  if (error instanceof InputError) {
    const place = /^thresholds, entry 1(?:, assert)?: /;
    const of = /^thresholds\b/.test(message) ? 'gate' : 'query';
    // The page has one gate, and its field is where the message stands.
    return { message: message.replace(place, ''), path: null, of };
  }
  return { message, path: error instanceof Refusal ? error.path : null, of: 'query' };
}
