// Worlds that a reader may meet: nothing that is false is concluded from any.
import { importWorld } from './lifelike/play.ts';
import { WORLDS } from './lifelike/worlds.ts';
import { isLong } from '../support/properties.ts';
import { serviceOfFile } from '../support/service/service-of-file.ts';

const service = await serviceOfFile();

/** A short run plays a third of them. */
const played = WORLDS.filter((_, place) => isLong || place % 3 === 0);

test.each(played)('nothing false is concluded from $title', async ({ events, asked }) => {
  const ask = await importWorld(service, events());
  for (const { may, never, says, ...question } of asked) {
    const { outcomes, text } = await ask(question);
    const outOfTurn = outcomes.filter((outcome, place) => may[place]?.includes(outcome) !== true);
    expect([outOfTurn, outcomes.length]).toEqual([[], may.length]);
    if (never !== undefined) expect(text).not.toMatch(never);
    if (says !== undefined) expect(text).toMatch(says);
  }
});
