/** A valid event, with some of its keys replaced; undefined leaves a key out. */
export function event(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const whole: Record<string, unknown> = {
    timestamp: '2026-10-05T08:12:33Z',
    appID: 'B1',
    clientUser: 'a9',
    type: 'appLaunched',
    sessionID: 's1',
    isTestMode: false,
    floatValue: 1.5,
    payload: { modelName: 'iPhone15,3' },
    ...changes,
  };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
}

/** A relative interval of the last 30 days. */
export const LAST_30_DAYS = {
  beginningDate: { component: 'day', offset: -30, position: 'beginning' },
  endDate: { component: 'day', offset: 0, position: 'end' },
};
