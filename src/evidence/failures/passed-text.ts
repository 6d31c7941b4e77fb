import type { TestCounts } from '../../model/evidence.ts';

/** `12 of 15 tests passed, 3 skipped`: tests that are neither passed nor failed are not passed over in silence. */
export const passedText = ({ passed, total, skipped }: TestCounts): string =>
  `${passed} of ${total} tests passed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
