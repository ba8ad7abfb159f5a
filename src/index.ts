import { main } from './action/main.ts';

await main(process.env);
// Once stdout is flushed, only idle connections and V8's cleanup would keep the process alive.
process.stdout.write('', () => process.exit());
