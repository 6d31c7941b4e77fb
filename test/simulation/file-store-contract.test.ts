import { describe, it } from 'vitest';
import { openFileStore } from '../../src/stores/file/file-store.ts';
import { storeContract } from '../../src/stores/store.contract.ts';
import { SimulatedDisk } from './simulated-disk.ts';

storeContract(
  'files on a simulated disk',
  async () => {
    const disk = new SimulatedDisk();
    const mount = disk.mount();
    return {
      open: () => openFileStore(mount, '/state/project/run'),
      breakNextWrite: () => disk.addFault({ kind: 'failed-sync', at: 0 }),
      cleanUp: async () => {},
    };
  },
  { describe, it },
);
