import { describeOnCluster } from '../../../support/cluster/cluster.ts';
import { startDruid } from './cases/engines.ts';
import { testCases } from './cases/run-cases.ts';

describeOnCluster('the cases of the embedded engine', (cluster) => {
  testCases('druid', () => startDruid(cluster));
});
