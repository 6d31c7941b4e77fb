// Positions inside a scope are called `scope/item`; that of the run itself has no name.

export const scopeItemOf = (scope: string): string | undefined =>
  scope === '' ? undefined : scope.slice(scope.indexOf('/') + 1);

export const scopeNameOf = (scope: string): string => scope.slice(0, scope.indexOf('/'));
