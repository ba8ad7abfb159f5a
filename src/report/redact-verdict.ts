import type { Verdict } from '../results.ts';
import { redactText } from './redact.ts';

/** A verdict with every occurrence of a secret in its texts replaced by `***`. */
export function redactVerdict(verdict: Verdict, secrets: readonly string[]): Verdict {
  const hide = (text: string): string => redactText(text, secrets);
  const hideAny = (text: string | null): string | null => (text === null ? null : hide(text));
  return {
    ...verdict,
    insight: hide(verdict.insight),
    assert: hide(verdict.assert),
    message: hide(verdict.message),
    note: hideAny(verdict.note),
    subject: hideAny(verdict.subject),
    needs: hideAny(verdict.needs),
    warn: hideAny(verdict.warn),
    reason: hideAny(verdict.reason),
    ...(verdict.refusal === undefined ? {} : { refusal: hide(verdict.refusal) }),
  };
}
