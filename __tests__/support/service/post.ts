/** Posts a body as it is, by default as JSON. Gives the status and the answer's JSON. */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, body: await answer.json() };
}
