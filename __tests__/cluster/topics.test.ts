import { setTimeout as sleep } from 'node:timers/promises';
import { checkNode, type KafkaConnection } from '../../src/cluster/kafka/client.ts';
import { openTopics, TopicError } from '../../src/cluster/kafka/topics.ts';

/**
 * A Kafka whose next answers are told: an error, or null. It counts connections and keeps what is written.
 */
function fakeKafka(answers: (Error | null)[] = []) {
  const told = {
    connections: 0,
    closed: 0,
    made: [] as string[],
    written: [] as (readonly [string, number, string])[],
  };
  const connect = async (): Promise<KafkaConnection> => {
    told.connections++;
    return {
      makeTopic: async (topic) => void told.made.push(topic),
      send: async (topic, partition, messages) => {
        const error = answers.shift() ?? null;
        if (error !== null) throw error;
        told.written.push([topic, partition, messages.join()]);
      },
      close: async () => {
        told.closed++;
      },
    };
  };
  return { told, connect };
}

const message = [Buffer.from('event')];
const away = () => new Error('produce failed', { cause: new Error('connect ECONNREFUSED') });

test('a topic is made once, before the first batch, and batches take partitions in turn', async () => {
  const { told, connect } = fakeKafka();
  const topics = openTopics(['kafka:9092'], { connect });
  await topics.make('a');
  for (const topic of ['a', 'b', 'a']) await topics.write(topic, message);
  expect(told.made).toEqual(['a', 'b']);
  expect(told.written).toEqual([
    ['a', 0, 'event'],
    ['b', 1, 'event'],
    ['a', 2, 'event'],
  ]);
  expect(told.connections).toBe(1);
  await topics.close();
  expect(told.closed).toBe(1);
});

test('after an error nothing is tried for a while, then a new connection is made, and the log says both', async () => {
  const { told, connect } = fakeKafka([away(), null]);
  const said: string[] = [];
  const topics = openTopics(['kafka:9092'], { connect, pauseMs: 50, warn: (message) => said.push(message) });
  const writes = async () =>
    Promise.allSettled(Array.from({ length: 200 }, () => topics.write('a', message)));
  await expect(topics.write('a', message)).rejects.toThrow('Kafka at kafka:9092: connect ECONNREFUSED');
  expect((await writes()).map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 'rejected'));
  expect([told.connections, topics.trouble()?.message]).toEqual([
    1,
    'Kafka at kafka:9092: connect ECONNREFUSED',
  ]);
  await sleep(60);
  await topics.write('a', message);
  expect([told.connections, told.closed, topics.trouble()]).toEqual([2, 1, null]);
  expect(said).toEqual([
    'Kafka at kafka:9092: connect ECONNREFUSED. Events are answered with 503 until it acknowledges them.',
    'Kafka acknowledges events again.',
  ]);
});

test('a batch that is larger than its topic takes is refused, and the connection is kept', async () => {
  const tooLarge = Object.assign(new Error('too large'), { apiId: 'MESSAGE_TOO_LARGE' });
  const { told, connect } = fakeKafka([new AggregateError([tooLarge])]);
  const topics = openTopics(['kafka:9092'], { connect });
  await expect(topics.write('a', message)).rejects.toMatchObject({ name: 'BatchTooLargeError' });
  await topics.write('a', message);
  expect(told.connections).toBe(1);
});

test('a Kafka that never answers is away after the time limit', async () => {
  const connect = () => new Promise<KafkaConnection>(() => undefined);
  const topics = openTopics(['kafka:9092'], { connect, limitMs: 20 });
  await expect(topics.write('a', message)).rejects.toThrow('no answer within 0.02 s');
});

test.each([
  ['22.22.0', true],
  ['22.21.9', false],
  ['23.11.0', false],
  ['24.5.0', false],
  ['24.6.0', true],
  ['25.0.0', true],
])('with Node %s, whether the client can be loaded is %s', (version, isNewEnough) => {
  const check = () => {
    checkNode(version);
  };
  if (isNewEnough) expect(check).not.toThrow();
  else expect(check).toThrow(`--kafka needs Node 22.22, or 24.6 and newer; this is Node ${version}.`);
});

test('an error of one topic is that topic alone: others are written to at once, over the same connection', async () => {
  const refused = Object.assign(new Error('The topic name is not valid'), {
    apiId: 'INVALID_TOPIC_EXCEPTION',
  });
  const { told, connect } = fakeKafka([new Error('produce failed', { cause: refused }), null]);
  const said: string[] = [];
  const topics = openTopics(['kafka:9092'], {
    connect,
    pauseMs: 60_000,
    warn: (message) => said.push(message),
  });
  await expect(topics.write('com.x_app', message)).rejects.toThrow(TopicError);
  await topics.write('com.x.app', message);
  expect(told.written).toEqual([['com.x.app', 1, 'event']]);
  expect([told.connections, said, topics.trouble()]).toEqual([1, [], null]);
  await topics.close();
});
