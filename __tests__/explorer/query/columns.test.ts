import { columnTitle, groupColumns } from '../../../src/explorer/query/columns.ts';

test('columns stand in three groups, none of them empty, and each column in one', () => {
  const names = [
    'TelemetryDeck.AppInfo.version',
    '__time',
    'clientUser',
    'score',
    'TelemetryDeck.SDK.name',
    'type',
  ];
  expect(groupColumns(names.map((name) => ({ name })))).toEqual([
    { title: 'Events', columns: [{ name: 'score' }, { name: 'type' }] },
    { title: 'User and app', columns: [{ name: 'TelemetryDeck.AppInfo.version' }, { name: 'clientUser' }] },
    { title: 'Technical', columns: [{ name: '__time' }, { name: 'TelemetryDeck.SDK.name' }] },
  ]);
  expect(groupColumns([{ name: 'score' }])).toEqual([{ title: 'Events', columns: [{ name: 'score' }] }]);
});

test('a column of a user or an app has the name that people use', () => {
  expect(
    [
      'TelemetryDeck.Device.modelName',
      'TelemetryDeck.Device.systemMajorMinorVersion',
      'country',
      'score',
    ].map(columnTitle),
  ).toEqual(['Device', 'OS version with its minor number', 'country', 'score']);
});
