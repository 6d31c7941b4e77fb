// What expressions see of a run: plain data, made only of what an expression looks at.
import type { File } from '../../model/workflow/handles.ts';
import type { View } from '../../model/workflow/view.ts';

const DEPTH_MAX = 32;

type Plain = Readonly<Record<string, unknown>>;

/** Without a prototype, so that no name means anything but a key; whole numbers as CEL knows them. */
export const plainly = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === undefined || value === null || depth > DEPTH_MAX) return null;
  if (Array.isArray(value)) return value.map((one) => plainly(one, depth + 1));
  if (typeof value !== 'object') return value;
  const made: Record<string, unknown> = Object.create(null);
  for (const [key, one] of Object.entries(value)) if (one !== undefined) made[key] = plainly(one, depth + 1);
  return made;
};

/** Back to what JavaScript knows. */
export const unplain = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(unplain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unplain(one)]));
};

/** One per item, seen from outside of any item: all of them, by item. */
const byItem = (view: View, file: File): unknown => {
  if (!file.path.includes('{item}') || view.here.item !== undefined) return view.maybe(file);
  const items = view.items(file);
  return items.length === 0
    ? undefined
    : Object.fromEntries(items.map((item) => [item, view.maybe(file, item)]));
};

export interface Known {
  readonly files: ReadonlyMap<string, File>;
  readonly settings: (view: View) => Plain;
  readonly counts: (view: View) => Plain;
  readonly holds: (view: View) => Plain;
  readonly listed: (view: View) => string;
}

/** `looksAt` names the files; `handedIn` are those of a submission, which come before what was accepted. */
export const valuesOf = (
  known: Known,
  view: View,
  looksAt: readonly (readonly string[])[],
  more: { readonly handedIn?: (file: File) => unknown; readonly local?: Plain } = {},
): Plain => {
  const wanted = new Set(looksAt.filter(([root]) => root === 'files').map(([, name = '']) => name));
  const files = [...wanted].flatMap((name) => {
    const file = known.files.get(name);
    return file === undefined ? [] : [[name, more.handedIn?.(file) ?? byItem(view, file)] as const];
  });
  const { name } = view.run;
  const { step, visit, item } = view.here;
  return {
    request: view.request,
    remark: view.remark ?? '',
    run: plainly({ name }),
    here: plainly({ step, visit, item: item ?? '' }),
    files: plainly(Object.fromEntries(files)),
    settings: plainly(known.settings(view)),
    counts: plainly(known.counts(view)),
    holds: plainly(known.holds(view)),
    listed: known.listed(view),
    ...Object.fromEntries(Object.entries(more.local ?? {}).map(([key, value]) => [key, plainly(value)])),
  };
};
