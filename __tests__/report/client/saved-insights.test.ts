import { createCatalog } from '../../../src/report/client/catalog.ts';
import { titlesOf } from '../../../src/report/client/insight-titles.ts';
import { listNamed } from '../../../src/report/client/named-insights.ts';
import { RequestError } from '../../../src/text/errors.ts';

const [GONE, THERE] = ['22222222-0000-4000-8000-000000000001', '22222222-0000-4000-8000-000000000002'];
const DEVICES = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const ORGANIZATIONS = [
  {
    id: 'o',
    apps: [
      {
        id: 'B97579B6-FFB8-4AC5-AAA7-DA5796CC5DCE',
        insightGroups: [{ id: GONE }, { id: THERE, insightIDs: [DEVICES] }],
      },
    ],
  },
];

/** A catalog whose groups answer with these statuses; one that answers has the insight "Devices". */
const catalogOf = (statuses: Readonly<Record<string, number>>) =>
  createCatalog(async (path) => {
    if (path.includes('organizations')) return ORGANIZATIONS;
    const status = Object.entries(statuses).find(([id]) => path.includes(id))?.[1] ?? 200;
    if (status !== 200) {
      const kind = status === 404 ? 'not-found' : 'service';
      throw new RequestError(kind, status, `refused with ${status}`);
    }
    const insight = { id: DEVICES, title: 'Devices' };
    return path.includes('groups') ? { insights: [insight] } : insight;
  });

test.each([
  ['its group', {}],
  ['the insight itself, if its group cannot be listed', { [THERE]: 503 }],
  ['nothing, if the insight cannot be read either', { [THERE]: 503, [DEVICES]: 503 }, null],
])(
  'the title of one of several insights is that of %s',
  async (_, statuses, title: string | null = 'Devices') => {
    expect(await titlesOf([DEVICES, GONE], catalogOf(statuses))(DEVICES)).toBe(title);
  },
);

test('a group that is gone keeps no name from being found', async () => {
  expect(await listNamed(catalogOf({ [GONE]: 404 }))).toMatchObject([{ id: DEVICES, name: 'Devices' }]);
});

test.each([
  ['no group is there: the service has none', { [GONE]: 404, [THERE]: 404 }, 404],
  ['a group cannot be read now: a name may be in it', { [GONE]: 503 }, 503],
])('nothing is listed if %s', async (_, statuses, status) => {
  expect(await listNamed(catalogOf(statuses))).toMatchObject({ name: 'RequestError', status });
});
