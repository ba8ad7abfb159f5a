import { queryPath, type Question } from '../query/question.ts';

/** Copies a text; returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  // Browsers offer the clipboard only to loopback addresses and https.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const copied = clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return (await copied) ?? false;
}

/** A gate as YAML; what writes YAML is loaded when it is first needed. */
export async function gateOf(question: Question): Promise<string> {
  return (await import('../query/files.ts')).gateYaml(question);
}

/** A workflow as YAML. */
export async function workflowOf(question: Question): Promise<string> {
  return (await import('../query/files.ts')).workflowYaml(question);
}

/** What is left to do once the workflow is copied. */
export function nextSteps(question: Question): string {
  const { hostname, origin } = location;
  const isLocal = hostname === 'localhost' || /^127\.|^\[::1\]$/.test(hostname);
  const reach = isLocal
    ? `No runner can reach ${origin}: put the address of the service that runners reach into api-url.`
    : `Runners must be able to reach ${origin}.`;
  const file = question.kind === 'release' ? '' : `, the query file as ${queryPath(question)}`;
  return `Save it as .github/workflows/insight-report.yml${file}, and a token as the secret INSIGHT_REPORT_API_TOKEN. ${reach}`;
}
