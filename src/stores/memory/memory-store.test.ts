import { describe, it } from 'vitest';
import { storeContract } from '../store.contract.ts';
import { Memory, openMemoryStore } from './memory-store.ts';

storeContract(
  'memory',
  async () => {
    const memory = new Memory();
    return {
      open: () => openMemoryStore(memory),
      breakNextWrite: () => {
        memory.beforeWrite = () => {
          memory.beforeWrite = () => {};
          throw new Error('broken');
        };
      },
      fencesAtOnce: true,
      cleanUp: async () => {},
    };
  },
  { describe, it },
);
