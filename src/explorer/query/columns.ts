/** The titles of the groups of columns, in their order. */
const GROUPS = ['Events', 'User and app', 'Technical'] as const;

/** What people call the columns of users and apps that SDKs and imports write. */
const TITLES: readonly (readonly [RegExp, string])[] = [
  [/^clientUser$/, 'User'],
  [/^sessionID$/, 'Session'],
  [/\bAppInfo\.version$|^appVersion$/i, 'App version'],
  [/\bAppInfo\.buildNumber$|^buildNumber$/i, 'Build'],
  [/(?:systemMajorVersion|majorSystemVersion)$/i, 'OS version'],
  [/(?:systemMajorMinorVersion|majorMinorSystemVersion)$/i, 'OS version with its minor number'],
  [/\bsystemVersion$/i, 'OS version in full'],
  [/\b(?:operatingSystem|platform)$/i, 'Platform'],
  [/\bmodelName$/i, 'Device'],
  [/\bUserPreference\.language$|^language$/i, 'Language'],
  [/\bUserPreference\.region$|^(?:region|country|countryCode)$/i, 'Country'],
  [/\bRunContext\.locale$|^locale$/i, 'Locale'],
];

/** Columns that the service or an SDK adds to every event. */
const TECHNICAL =
  /^(?:TelemetryDeck\.|__time$|count$|appID$|isTestMode$|eventID$|receivedAt$|telemetryClientVersion$)/;

/** What people call a column: its own name if nothing better is known, or if it says the same. */
export function columnTitle(name: string): string {
  const title = knownTitle(name) ?? name;
  return title.toLowerCase() === name.toLowerCase() ? name : title;
}

function knownTitle(name: string): string | undefined {
  return TITLES.find(([pattern]) => pattern.test(name))?.[1];
}

/** The columns in groups: what happened, who and with which app, and the rest. No group is empty. */
export function groupColumns<Column extends { readonly name: string }>(
  columns: readonly Column[],
): readonly { readonly title: string; readonly columns: readonly Column[] }[] {
  return GROUPS.map((title) => ({
    title,
    columns: columns.filter(({ name }) => groupOf(name) === title),
  })).filter((group) => group.columns.length > 0);
}

function groupOf(name: string): (typeof GROUPS)[number] {
  if (knownTitle(name) !== undefined) return 'User and app';
  return TECHNICAL.test(name) ? 'Technical' : 'Events';
}
