import { type Hono } from 'hono';
import { HttpProblem } from './problem.ts';

/** Answers OPTIONS with the methods that a path takes, and every other method that has no handler by now with 405. */
export function refuseOthers(app: Hono, path: string, allow: string): void {
  app.options(path, () => new Response(null, { status: 204, headers: { allow } }));
  app.all(path, (context) => {
    throw new HttpProblem(405, `This path does not take ${context.req.method}; it takes ${allow}.`, {
      headers: { allow },
    });
  });
}
