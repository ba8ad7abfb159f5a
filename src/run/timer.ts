/** Calls a function later, without keeping a process alive for it; a browser's timers never do. */
export function startTimer(call: () => void, ms: number): NodeJS.Timeout {
  const timer = setTimeout(call, ms);
  (timer as { readonly unref?: () => unknown }).unref?.();
  return timer;
}
