import { NetworkError, RequestError, ResponseError } from '../errors.ts';

/** What was asked for beside a table; where it cannot be had, the error, which then costs this part alone. */
export async function companion<T>(asked: Promise<T>): Promise<T | Error> {
  try {
    return await asked;
  } catch (error) {
    if (!costsItsPartAlone(error)) throw error;
    return error;
  }
}

/** A refused token or plan stops the run, whatever it was that was asked for. */
function costsItsPartAlone(error: unknown): error is Error {
  if (error instanceof RequestError) return error.kind !== 'unauthorized' && error.kind !== 'plan';
  return error instanceof NetworkError || error instanceof ResponseError;
}
