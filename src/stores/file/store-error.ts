// What a failed system call means to the person who has to do something about it.
import { BatonError, causeText, errnoOf } from '../../errors.ts';

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS'];

/** `doing` completes the sentence "… failed": what was being done, and to which file. */
export const storeError = (doing: string, cause: unknown): BatonError => {
  if (cause instanceof BatonError) return cause;
  const errno = errnoOf(cause) ?? '';
  const message = `${doing} failed: ${causeText(cause)}`;
  const more = { data: { errno }, cause };
  if (FULL.includes(errno)) {
    return new BatonError('STORE_FULL', `${message}: there is no room left`, {
      ...more,
      hint: 'Nothing that was acknowledged is lost. Free some space, then continue with `baton resume`.',
    });
  }
  if (UNWRITABLE.includes(errno)) {
    return new BatonError('FILE_UNWRITABLE', message, {
      ...more,
      hint: 'Make the directory writable for you, or name another one with BATON_STATE, then continue with `baton resume`.',
    });
  }
  return new BatonError('STORE_FAILED', message, {
    ...more,
    hint: 'Nothing that was acknowledged is lost. Look after the disk, then continue with `baton resume`.',
  });
};
