const UUID = /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;

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
