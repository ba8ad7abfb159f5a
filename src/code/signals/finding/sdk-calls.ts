// The table of the calls of TelemetryDeck's SDKs that send events, with their sources. `forms.ts` compares
// the calls of an app's code with it; to support a new function of an SDK, add it here. Pure.
import type { CallName } from '../../../text/call-name.ts';

/** A language that the calls are found in. */
export type LanguageName = 'swift' | 'kotlin' | 'dart' | 'script' | 'go';

/** How a call that sends an event looks: `TelemetryDeck.signal("saved")`. */
export interface CallForm {
  readonly method: string;
  readonly languages: readonly LanguageName[];
  /**
   * What is before the method, in lower case: one of these names anywhere (`telemetrydeck` of
   * `TelemetryDeck.getInstance().signal`) or, if one has dots, all its parts. Empty: any call of the method.
   */
  readonly owners: readonly string[];
  /**
   * Where the event's name is among the arguments without a label, from 0, or from the end (-1 is the last).
   * Null: the name is found by its label alone.
   */
  readonly position: number | null;
  /** The labels that the name can have instead. Empty: `position` counts labelled arguments, too. */
  readonly labels: readonly string[];
  /** The name that the SDK itself gives to the event; then no argument is the name. */
  readonly fixed?: string;
  /** Of a wrapper: the parameter that it passes on as the name. */
  readonly passes?: {
    /** Which parameter it is, from 0. */
    readonly index: number;
    /** Its type, whose cases callers may shorten to `.saved`. */
    readonly type: string | null;
    /** What is read of it, such as `rawValue`. */
    readonly member: string | null;
    /** The type that declares the wrapper. */
    readonly owner: string | null;
  };
  /** A text that a file must hold for the call to count, in lower case: `SendSignal` could be anybody's. */
  readonly imports?: string;
}

const MOBILE = ['swift', 'kotlin', 'dart'] as const;
/** The class of each SDK: today's, the one before (Swift, Kotlin), and Flutter's. */
export const OWNERS: readonly string[] = ['telemetrydeck', 'telemetrymanager', 'telemetrydecksdk'];
const LABELS = ['signalName', 'signalType', 'eventName'];

function named(method: string, languages: readonly LanguageName[]): CallForm {
  return { method, languages, owners: OWNERS, position: 0, labels: LABELS };
}

/** The functions whose event the SDK names. */
const FIXED = {
  acquiredUser: 'TelemetryDeck.Acquisition.userAcquired',
  leadStarted: 'TelemetryDeck.Acquisition.leadStarted',
  leadConverted: 'TelemetryDeck.Acquisition.leadConverted',
  onboardingCompleted: 'TelemetryDeck.Activation.onboardingCompleted',
  coreFeatureUsed: 'TelemetryDeck.Activation.coreFeatureUsed',
  referralSent: 'TelemetryDeck.Referral.sent',
  userRatingSubmitted: 'TelemetryDeck.Referral.userRatingSubmitted',
  paywallShown: 'TelemetryDeck.Revenue.paywallShown',
  errorOccurred: 'TelemetryDeck.Error.occurred',
  navigationPathChanged: 'TelemetryDeck.Navigation.pathChanged',
  navigate: 'TelemetryDeck.Navigation.pathChanged',
  navigateToDestination: 'TelemetryDeck.Navigation.pathChanged',
  purchaseCompleted: 'TelemetryDeck.Purchase.completed',
};

/**
 * What makes the JavaScript SDK's object, or gives its functions. A default import of one of its packages
 * does, too.
 */
export const SCRIPT_FACTORIES: readonly string[] = [
  'TelemetryDeck',
  'createTelemetryDeck',
  'useTelemetryDeck',
];
/** What the SDK's documentation calls that object, in lower case. */
const SCRIPT_OBJECTS: readonly string[] = ['td', 'telemetrydeck'];

/**
 * The calls of the SDKs, from their public sources:
 *
 * - Swift: github.com/TelemetryDeck/SwiftSDK, Sources/TelemetryDeck/TelemetryDeck.swift, PirateMetrics/,
 *   Presets/; the older `TelemetryManager.send` in Sources/TelemetryClient/TelemetryManager.swift
 * - Kotlin: github.com/TelemetryDeck/KotlinSDK, lib/…/TelemetryDeck.kt and the older TelemetryManager.kt
 *   (`queue`, `send`)
 * - Flutter: github.com/TelemetryDeck/FlutterSDK, lib/src/telemetrydecksdk.dart
 * - JavaScript: github.com/TelemetryDeck/JavaScriptSDK, src/telemetrydeck.js; its hooks for React and Vue:
 *   github.com/typedigital/telemetrydeck-react, github.com/peerigon/telemetrydeck-vue
 * - Go: github.com/giantswarm/telemetrydeck-go, telemetrydeck.go: `SendSignal(ctx, type, payload)`, first
 *   without a context
 */
export const SDK_CALLS: readonly CallForm[] = [
  named('signal', ['swift', 'kotlin']),
  named('send', MOBILE),
  named('queue', ['kotlin']),
  named('processSignal', ['kotlin']),
  named('stopAndSendDurationSignal', MOBILE),
  // Swift SDK 3
  named('event', ['swift']),
  named('stopAndSendDurationEvent', ['swift']),
  { ...named('signal', ['script']), owners: SCRIPT_OBJECTS },
  { ...named('queue', ['script']), owners: SCRIPT_OBJECTS },
  {
    method: 'SendSignal',
    languages: ['go'],
    owners: [],
    position: -2,
    labels: [],
    imports: 'telemetrydeck',
  },
  ...Object.entries(FIXED).map(([method, name]) => ({ ...named(method, MOBILE), fixed: name })),
];

/** What the SDKs send without a call in the app's code. */
export const AUTOMATIC_EVENTS: ReadonlySet<string> = new Set([
  'TelemetryDeck.Session.started',
  'TelemetryDeck.Acquisition.newInstallDetected',
  'TelemetryDeck.Purchase.freeTrialStarted',
  'TelemetryDeck.Purchase.convertedFromTrial',
]);

/** A wrapper that the user named (`--call Analytics.track:2`) as a form of all languages. */
export function ownCall({ path, argument }: CallName): CallForm {
  return {
    method: path.at(-1) ?? '',
    languages: ['swift', 'kotlin', 'dart', 'script', 'go'],
    owners: path.length > 1 ? [path.slice(0, -1).join('.').toLowerCase()] : [],
    position: argument - 1,
    labels: [],
  };
}
