// Loaded beside a program: writes its peak memory (bytes) to the file named by BENCH_PEAK when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  writeFileSync(process.env['BENCH_PEAK'], String(process.resourceUsage().maxRSS * 1024));
});
