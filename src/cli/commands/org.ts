import type { Organization } from '../../service/store/organizations.ts';
import { command } from '../arguments/command.ts';
import { LIST_FORMAT_FLAG, oneOf } from '../arguments/values.ts';
import { printRecord, printRecords } from '../records.ts';
import { withStore } from '../store.ts';
import { STORE_FLAGS } from '../arguments/place.ts';

const PLAN = oneOf(['paid', 'free']);
const NAMESPACE = {
  value: 'NAMESPACE',
  required: true,
  description: "the organization's namespace",
} as const;

const create = command(
  {
    name: 'org create',
    description: 'Creates an organization, and the database file if there is none.',
    flags: {
      ...STORE_FLAGS,
      plan: {
        value: 'PLAN',
        type: PLAN,
        default: 'paid',
        description: 'paid or free; a free plan has no API access',
      },
    },
    operands: { namespace: NAMESPACE },
  },
  ({ flags: { plan, ...place }, operands: { namespace } }, io) =>
    withStore(
      io,
      place,
      async (operations) => {
        printRecord(io, toJson(await operations.createOrganization(namespace, plan)));
      },
      { create: true },
    ),
);

const changePlan = command(
  {
    name: 'org plan',
    description:
      'Changes the plan of an organization. On the free plan, requests with its tokens are answered with 402.',
    flags: STORE_FLAGS,
    operands: {
      namespace: NAMESPACE,
      plan: { value: 'PLAN', type: PLAN, required: true, description: 'paid or free' },
    },
  },
  ({ flags, operands: { namespace, plan } }, io) =>
    withStore(io, flags, async (operations) => {
      printRecord(io, toJson(await operations.setPlan(namespace, plan)));
    }),
);

const list = command(
  {
    name: 'org list',
    description: 'Lists the organizations: namespace, plan, and when each was created.',
    flags: { ...STORE_FLAGS, format: LIST_FORMAT_FLAG },
  },
  ({ flags: { format, ...place } }, io) =>
    withStore(io, place, async (operations) => {
      const organizations = await operations.listOrganizations();
      printRecords(io, format, organizations.map(toJson));
    }),
);

export const commands = [create, changePlan, list];

function toJson({ namespace, plan, createdMs }: Organization) {
  return { namespace, plan, created: new Date(createdMs).toISOString() };
}
