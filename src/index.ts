// The GitHub Action as `action.yml` starts it, bundled to dist/index.js. `action/main.ts` does the work.
import { main } from './action/main.ts';

await main(process.env);
// Once stdout is flushed, only idle connections and V8's cleanup would keep the process alive.
process.stdout.write('', () => process.exit());
