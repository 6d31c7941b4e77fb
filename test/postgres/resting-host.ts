// One process that holds some runs, each of which waits for an approval, and looks for others now and then: a host that has nothing to do.
import { HOST_LOOK_MS } from '../../src/model/limits/store.ts';
import { openDatabase, postgresStores } from '../../src/stores/postgres/postgres-stores.ts';
import { sampleDraft } from '../../src/stores/store.contract.ts';
import { waitingBrief } from './waiting-brief.ts';

/** As many as a host opens side by side, about. */
const AT_ONCE = 4;

const hold = async (address: string, project: string, runs: readonly number[]): Promise<void> => {
  const stores = postgresStores(openDatabase(address, {}), project);
  const left = [...runs];
  const holdNext = async (): Promise<void> => {
    for (let n = left.pop(); n !== undefined; n = left.pop()) {
      const { store } = await (await stores.take(`run-${n}`)).open();
      const brief = waitingBrief(n);
      await store.append(sampleDraft(1), 0, () => brief);
      store.onWord?.(() => {});
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, holdNext));
  console.log('resting');
  setInterval(() => void stores.unheld(() => false).catch(() => {}), HOST_LOOK_MS);
  process.stdin.resume().on('end', () => process.exit(0));
};

const [address = '', project = '', first, last] = process.argv.slice(2);
const from = Number(first);
void hold(
  address,
  project,
  Array.from({ length: Number(last) - from + 1 }, (_, at) => from + at),
);
