// Workers that stay small. Starting a program copies the page tables of the process that starts it: from a worker of 1.2 GB that
// takes 24 ms of a processor, from one of 150 MB 3 ms, and the tests start some thousands. So each file shares the modules that
// the last one loaded, until the worker has grown.
import { ForksPoolWorker, type PoolOptions } from 'vitest/node';

const HEAP_BYTES_MAX = 150 * 1024 * 1024;

class SmallWorker extends ForksPoolWorker {
  override readonly name = 'small-workers';
  readonly reportMemory = true;
  #heapBytes = 0;

  override async start(): Promise<void> {
    await super.start();
    this.on('message', (message: { usedMemory?: number } | undefined) => {
      this.#heapBytes = message?.usedMemory ?? this.#heapBytes;
    });
  }

  canReuse(): boolean {
    return this.#heapBytes < HEAP_BYTES_MAX;
  }
}

export const smallWorkers = {
  name: 'small-workers',
  createPoolWorker: (options: PoolOptions): SmallWorker => new SmallWorker(options),
};
