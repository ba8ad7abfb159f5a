import { setFlagsFromString } from 'node:v8';
import { main } from './action/main.ts';

// A run lasts too short for V8 to compile undici's parser a second time, which takes 20 MB and a fifth of the
// run's processor time. Code that runs a hundred times as long still is compiled.
setFlagsFromString('--wasm-tiering-budget=1000000000');
await main(process.env);
// Once stdout is flushed, only idle connections and V8's cleanup would keep the process alive.
process.stdout.write('', () => process.exit());
