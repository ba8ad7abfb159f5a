/** Whether a host is TelemetryDeck's, which has a dashboard; your own service has the command line. */
export function isTelemetryDeck(host: string): boolean {
  return /(?:^|\.)telemetrydeckapi\.com$/i.test(host);
}

/** Where TelemetryDeck's users make a token: its documentation names the menu, not an address. */
export const TOKEN_MENU = 'in the user menu of dashboard.telemetrydeck.com';
