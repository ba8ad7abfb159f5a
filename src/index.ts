import { main } from './main.ts';

await main(process.env);
// All is written by now. What is left, connections kept alive and V8's own tidying up, is nothing to wait for.
process.stdout.write('', () => process.exit());
