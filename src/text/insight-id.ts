/** The id of a saved insight. */
export const INSIGHT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a saved insight's id. */
export function isInsightId(text: string): boolean {
  return INSIGHT_ID.test(text);
}
