// What a failed simulation says: what was wrong, and the one command that repeats it.
export class SimulationFailure extends Error {
  override readonly name = 'SimulationFailure';
}

export const fail = (what: string): never => {
  throw new SimulationFailure(what);
};

export const expectThat = (holds: boolean, what: () => string): void => {
  if (!holds) fail(what());
};
