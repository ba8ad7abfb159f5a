import type { Outcome } from '../results.ts';

/** A gate: a threshold and what came of it. */
export interface GateView {
  /** The insight's name. */
  readonly insight: string;
  /** The assertion as it was written. */
  readonly assert: string;
  /** Both: `os: share("iOS 15") < 2%`. */
  readonly text: string;
  /** `passed`, `warned`, `failed` or `inconclusive`. */
  readonly outcome: Outcome;
  /** The outcome in words, `snoozed` with it while it is. */
  readonly words: string;
  /** The outcome as a character: ✅, ⚠️, ❌, ❔; 💤 while it is snoozed and not passed. */
  readonly symbol: string;
  /** The value, written: `1.87%`; null where there is none. */
  readonly value: string | null;
  /** What the value is held to: `< 2%`; null where there is none. */
  readonly needs: string | null;
  /** What the value was counted from: `233 of 12,450 users`; null where that is not known. */
  readonly sample: string | null;
  /** The period of the value in words; null where the insight could not be reported. */
  readonly period: string | null;
  /** Why the outcome is what it is, where the numbers alone do not say it. */
  readonly note: string | null;
  /** Why the gate is there, in its author's words. */
  readonly reason: string | null;
  /** The day until which it does not fail, where that is ahead. */
  readonly snoozedUntil: string | null;
  /** The day on which its snooze ended, where it had one. */
  readonly snoozeEnded: string | null;
  /** Everything in one line. */
  readonly message: string;
}
