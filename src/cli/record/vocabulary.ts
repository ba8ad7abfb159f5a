import { QUERY_KEYS } from '../../tql/query.ts';
import { runQuerySchema } from '../../tql/run-query.ts';

/**
 * Whether a text is a word of the query language or of the service's interface, so that it reveals nothing
 * about an account.
 */
export function isPublicWord(text: string): boolean {
  words ??= new Set([...languageWords(), ...INTERFACE.split(/\s+/)]);
  return words.has(text);
}

let words: ReadonlySet<string> | null = null;

/** Whether a word of an error's sentence is one that any service might say. */
export function isErrorWord(word: string): boolean {
  return isPublicWord(word) || ERROR_WORDS.includes(word.toLowerCase());
}

/**
 * Keys and values of what is listed, asked and answered (published by the service's vendor and its clients),
 * beside those of the language.
 */
const INTERFACE = `
id name namespace billingModel paid unpaid basePermissions write read isInRestrictedMode isSuperOrg maxSignals usagePercentage
countryCode createdAt updatedAt settings useNamespace ingestMode namespaceConversionStatus done apps organizationID organization
displayMode app website insightGroups appID title order insightIDs insights groupID type isExpanded uniqueUser signalType
breakdownKey groupBy lastRunAt lastRunTime query customQuery raw barChart lineChart pieChart funnelChart experimentChart matrix
sankey lineChartRace error reason detail status path errorMessage errorClass errorCode host category persona message
calculationDuration calculationFinishedAt result rows timestamp event events rowSignature segmentId version v1 columns
timeSeriesResult topNResult groupByResult scanResult timeBoundaryResult segmentMetadataResult cardinality hasMultipleValues hasNulls
minValue maxValue numRows minTime maxTime typeSignature aggregators projections Users Events clientUser sessionID isTestMode
floatValue __time count true false True False Infinity -Infinity NaN UTC telemetry-signals relativeInterval users events
application/json application/problem+json charset utf-8 Bearer text/html text/plain`;

const ERROR_WORDS: readonly string[] = `
a an and any are as at be because been but by can cannot could data denied did do does either error expected expired failed for
found forbidden from got had has have illegal in internal invalid is it key least limit longer lacks manage many may message missing
month must need needs no not null object of on one only operation or organization permission plan please query queries rate request
required requested requires revoked server set should source string such support supported than that the there this time timeout to
token too try type unable unauthorized unavailable unexpected unknown unsupported up user value was week were with without wrong year
access app bad body class code day decode decoding empty entity exceeded failure found gateway granularity hour insight interval
intervals length loaded maximum minimum namespace number parse parsing quarter resource result retention service size steps
timed types union unprocessable upgrade valid values version`
  .trim()
  .split(/\s+/);

/** Every key and every fixed text of the language, as its schema has them. */
function languageWords(): ReadonlySet<string> {
  const found = new Set<string>(QUERY_KEYS);
  const seen = new Set<object>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [key, value] of Object.entries(node as Readonly<Record<string, unknown>>)) {
      if (key === 'entries' && typeof value === 'object' && value !== null)
        Object.keys(value).forEach((each) => found.add(each));
      if (key === 'literal' && typeof value === 'string') found.add(value);
      if (key === 'options' && Array.isArray(value))
        for (const each of value as readonly unknown[]) if (typeof each === 'string') found.add(each);
      walk(value);
    }
  };
  walk(runQuerySchema);
  return found;
}
