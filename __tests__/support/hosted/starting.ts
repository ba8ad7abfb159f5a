import { type Hosted, type HostedWorld, startHosted } from './stand-in.ts';
import { hostedWorld } from './world.ts';

/** Starts stand-ins of the hosted service, whose clock says `nowMs`; each is closed after its test. */
export function hostedAt(nowMs: number): (changes?: Partial<HostedWorld>) => Promise<Hosted> {
  const running: Hosted[] = [];
  afterEach(() => Promise.all(running.splice(0).map((each) => each.close())));
  return async (changes = {}) => {
    const hosted = await startHosted(hostedWorld(nowMs, changes));
    running.push(hosted);
    return hosted;
  };
}
