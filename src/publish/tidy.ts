import { PublishError } from '../errors.ts';

/** Runs what follows once the report is posted; its failure is a warning, since nothing of the report is lost by it. */
export async function tidy(what: string, work: () => Promise<void>): Promise<readonly string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    return [`${what} could not be removed or closed; the next run will try again. ${error.message}`];
  }
}
