// `org create`, `plan` and `list`: the organizations of a database file. Each has its own events, tokens
// and insights.
import { isNamespace, NAMESPACE_RULE, type Organization } from '../../service/store/state/organizations.ts';
import type { ValueType } from '../arguments/spec.ts';
import { LIST_FORMAT_FLAG, oneOf } from '../arguments/values.ts';
import { printRecord, printRecords } from '../records.ts';
import { listNamespaces } from '../store.ts';
import { storeCommand } from '../store-command.ts';

const PLAN = oneOf(['paid', 'free']);
const NAMESPACE = {
  value: 'NAMESPACE',
  required: true,
  description: "the organization's namespace",
} as const;

/** Read before a file is made for it. */
const NEW_NAMESPACE: ValueType<string> = {
  expected: NAMESPACE_RULE,
  parse: (text) => (isNamespace(text) ? text : null),
};

const create = storeCommand(
  {
    name: 'org create',
    description:
      'Creates an organization, which owns events, insights and tokens. Creates the database file if there is none.',
    create: true,
    flags: {
      plan: {
        value: 'PLAN',
        type: PLAN,
        default: 'paid',
        description: 'paid or free; a free plan has no API access',
      },
    },
    operands: { namespace: { ...NAMESPACE, type: NEW_NAMESPACE } },
  },
  async (operations, { flags: { plan }, operands: { namespace } }, io) => {
    printRecord(io, toJson(await operations.createOrganization(namespace, plan)));
  },
);

const changePlan = storeCommand(
  {
    name: 'org plan',
    description:
      'Changes the plan of an organization. On the free plan, its tokens cannot query: the answer is 402.',
    flags: {},
    operands: {
      namespace: NAMESPACE,
      plan: { value: 'PLAN', type: PLAN, required: true, description: 'paid or free' },
    },
    names: listNamespaces,
  },
  async (operations, { operands: { namespace, plan } }, io) => {
    printRecord(io, toJson(await operations.setPlan(namespace, plan)));
  },
);

const list = storeCommand(
  {
    name: 'org list',
    description: 'Lists the organizations: namespace, plan, and when each was created.',
    flags: { format: LIST_FORMAT_FLAG },
  },
  async (operations, { flags: { format } }, io) => {
    printRecords(io, format, (await operations.listOrganizations()).map(toJson));
  },
);

export const commands = [create, changePlan, list];

function toJson({ namespace, plan, createdMs }: Organization) {
  return { namespace, plan, created: new Date(createdMs).toISOString() };
}
