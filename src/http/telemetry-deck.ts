/** Whether a host is TelemetryDeck's, which has a dashboard; a service of one's own has the command line. */
export function isTelemetryDeck(host: string): boolean {
  return /(?:^|\.)telemetrydeckapi\.com$/i.test(host);
}
