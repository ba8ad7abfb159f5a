// Loaded before a program: at its end, writes its processor time in ms and its peak memory in MB.
import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    process.env.COST_FILE ?? '/dev/null',
    JSON.stringify([(userCPUTime + systemCPUTime) / 1000, maxRSS / 1000]),
  );
});
