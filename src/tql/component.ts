/** The units a relative date counts in. Weeks are ISO weeks: they begin on Monday. */
export const COMPONENTS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Component = (typeof COMPONENTS)[number];
