// Creates or updates the Druid supervisor of a namespace, which reads its Kafka topic by tasks.
import { StoreError } from '../../service/errors.ts';
import { ifUnknown, throwManagementError } from '../druid-error.ts';
import type { DruidServer } from '../druid-server.ts';
import { type KafkaAddress, NEW_SUPERVISOR, readSupervisor, supervisorSpec } from './spec.ts';

export const SUPERVISORS = '/druid/indexer/v1/supervisor';

/** Changes nothing if it has the right settings. Throws `StoreError` if someone else made it. */
export async function keepSupervisor(
  overlord: DruidServer,
  namespace: string,
  kafka: KafkaAddress,
): Promise<void> {
  const request = { path: `${SUPERVISORS}/${namespace}` };
  const existing = await overlord.ask(request).then(readSupervisor).catch(ifUnknown(null));
  if (existing !== null && existing.topic !== namespace) {
    throw new StoreError(
      `Druid has a supervisor of ${namespace} that reads ${existing.topic ?? 'something else'}, so events cannot be handed to this data source. Terminate that one, or give the organization another namespace.`,
    );
  }
  const body = supervisorSpec(namespace, kafka, existing?.kept ?? NEW_SUPERVISOR);
  // Without `skipRestartIfUnmodified`, each post ends the tasks' segments early.
  const path = `${SUPERVISORS}?skipRestartIfUnmodified=true`;
  await overlord.ask({ path, body }).catch(throwManagementError);
}
