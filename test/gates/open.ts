// Cases that are still judged wrongly, or were when they were last played, by their id, with what is missing. They are left
// out unless `npm run gates -- --open` asks for them; whoever mends one takes it out of here.

const LIES_THAT_PASS: Readonly<Record<string, string>> = {};

const HONEST_WORK_REFUSED: Readonly<Record<string, string>> = {};

export const OPEN: Readonly<Record<string, string>> = { ...LIES_THAT_PASS, ...HONEST_WORK_REFUSED };

export const isOpen = ({ id }: { readonly id: string }): boolean => Object.hasOwn(OPEN, id);
