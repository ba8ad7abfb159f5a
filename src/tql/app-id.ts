/** The form of a UUID, in either case, as a regular expression that JavaScript and DuckDB read alike. */
export const UUID_PATTERN = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

const UUID = new RegExp(`^${UUID_PATTERN}$`);

/** Whether a text has the form of a UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * An app's id as it is stored and compared: a UUID in upper case, because some SDKs send it in lower case;
 * any other text as it is.
 */
export function normalizeAppId(appID: string): string {
  return isUuid(appID) ? appID.toUpperCase() : appID;
}
