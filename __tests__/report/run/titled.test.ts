import { parseInputs } from '../../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../../src/text/log.ts';
import { nodeInputEffects } from '../../../src/report/run/effects.ts';
import { runReports } from '../../../src/report/run/reports.ts';
import type { Hosted } from '../../support/hosted/stand-in.ts';
import { hostedAt } from '../../support/hosted/starting.ts';
import { hostedWorld, INSIGHTS, TOKEN, TOKEN_OF_TWO } from '../../support/hosted/world.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const start = hostedAt(NOW_MS);

/** The entries of a report, as far as a title decides about them. */
async function report(hosted: Hosted, insights: string, token = TOKEN) {
  const given = { 'api-token': token, 'api-url': hosted.url, 'post-to': 'none', retries: '0', insights };
  const request = await parseInputs(given, nodeInputEffects());
  const effects = { nowMs: NOW_MS, log: silentLog, run: null, client: { environment: {} } };
  const [finished] = await runReports([request], effects);
  return finished?.results.insights.map(({ name, id, title, status }) => [name, id, title, status]);
}

test.each([
  ['alone, in any case', 'devices of Everybody', 'devices of Everybody'],
  ['in quotes', '"Devices of everybody"', 'Devices of everybody'],
  ['with a name', 'mine: Devices of everybody', 'mine'],
  ['as the id of an entry', '- { id: Devices of everybody, name: mine }', 'mine'],
])('an insight that is given by its title is reported: %s', async (_form, insights, name) => {
  expect(await report(await start(), insights)).toEqual([
    [name, INSIGHTS.devices, 'Devices of everybody', 'ok'],
  ]);
});

test('an insight that is given by its title is the one of the same case where two titles differ only in it', async () => {
  const world = hostedWorld(NOW_MS);
  const renamed = world.organizations.map((organization) => ({
    ...organization,
    apps: organization.apps.map((app) => ({
      ...app,
      groups: app.groups.map((group) => ({
        ...group,
        insights: group.insights.map((each) =>
          each.id === INSIGHTS.oldForm ? { ...each, title: 'devices of everybody' } : each,
        ),
      })),
    })),
  }));
  const hosted = await start({ organizations: renamed });
  const found = async (title: string) => (await report(hosted, title))?.map(([, id]) => id);
  expect(await found('devices of everybody')).toEqual([INSIGHTS.oldForm]);
  expect(await found('Devices of everybody')).toEqual([INSIGHTS.devices]);
});

test('an insight that is given by its title keeps the title that its entry gives', async () => {
  const insights = 'mine: { id: Devices of everybody, title: Phones }';
  expect(await report(await start(), insights)).toEqual([['mine', INSIGHTS.devices, 'Phones', 'ok']]);
});

test('titles and ids of insights may be mixed, on lines or between commas', async () => {
  const insights = `Devices of everybody, Daily users\n${INSIGHTS.oldForm} # the old form`;
  const ids = (await report(await start(), insights))?.map(([, id]) => id);
  expect(ids).toEqual([INSIGHTS.devices, INSIGHTS.users, INSIGHTS.oldForm]);
});

test('an insight that is given by its title is refused with ids and places if several have it', async () => {
  const world = hostedWorld(NOW_MS);
  const organizations = world.organizations.map((each) => ({
    ...each,
    apps: each.apps.map((app) => ({
      ...app,
      groups: app.groups.map((group) => ({
        ...group,
        insights: group.insights.map((insight, i) => (i === 0 ? { ...insight, title: 'Devices' } : insight)),
      })),
    })),
  }));
  const hosted = await start({ organizations });
  const asked = report(hosted, 'Devices', TOKEN_OF_TWO);
  await expect(asked).rejects.toThrow(
    /3 insights are named "Devices"; give the id of one: 3F0C9C36.*Notes › Use/,
  );
  expect(hosted.queries()).toEqual([]);
});

test('an insight that is given by its title is refused with all other unknown titles, before any query is run', async () => {
  const hosted = await start();
  const asked = report(hosted, `Dayly users\nNothing like it\n${INSIGHTS.devices}`);
  await expect(asked).rejects.toThrow(
    /"Dayly users"; did you mean Daily users\?[\s\S]*"Nothing like it"; there are/,
  );
  expect(hosted.queries()).toEqual([]);
});

test('the title of an insight is an error that suggests its id if the service does not list its insights', async () => {
  const asked = report(await start({ without: /organizations/ }), 'Daily users');
  await expect(asked).rejects.toThrow(/"Daily users".*does not list its insights by name; give their ids/);
});

test('an insight that is given by its title fails alone, with the reason, if the list could not be had', async () => {
  const found = await report(await start(), 'Daily users', 'tdpat_of_nobody');
  expect(found).toEqual([['Daily users', null, 'Daily users', 'error']]);
});
