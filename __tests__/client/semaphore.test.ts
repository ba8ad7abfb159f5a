import { expect, it } from '@jest/globals';
import { Semaphore } from '../../src/client/semaphore.ts';

const never = new AbortController().signal;

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

it('lets as many in as there are slots, the rest in their order', async () => {
  const semaphore = new Semaphore(2);
  const entered: number[] = [];
  for (const each of [1, 2, 3, 4]) void semaphore.acquire(never).then(() => entered.push(each));
  await settle();
  expect(entered).toEqual([1, 2]);
  semaphore.release();
  await settle();
  expect(entered).toEqual([1, 2, 3]);
  semaphore.release();
  await settle();
  expect(entered).toEqual([1, 2, 3, 4]);
});

it('forgets who was called off, and keeps their slot', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire(never);
  const controller = new AbortController();
  const calledOff = semaphore.acquire(controller.signal);
  const patient = semaphore.acquire(never);
  controller.abort(new Error('called off'));
  await expect(calledOff).rejects.toThrow('called off');
  semaphore.release();
  await expect(patient).resolves.toBeUndefined();
});

it('lets nobody in who is called off already', async () => {
  const semaphore = new Semaphore(1);
  await expect(semaphore.acquire(AbortSignal.abort(new Error('called off')))).rejects.toThrow('called off');
  await expect(semaphore.acquire(never)).resolves.toBeUndefined();
});
