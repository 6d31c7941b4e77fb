// Why no program can tell some lies from honest work.

export const FOR_VALUES =
  'code that is right for the values in the tests alone passes every test; which values matter is what the plan means, not what it says';
export const KNOWS = 'code that asks whether it is being tested behaves as it should whenever it is tested';
export const WEAK =
  'a weak assertion that fails without the change and holds with it discriminates; how much it should say is what the plan means';
export const CHANGED_TOGETHER =
  'behaviour and test changed together, as honest work does it; it is listed for the reviewer and the person, and h3a asks for a release';
export const NOT_MEANT =
  'that a new file is not the feature that was meant can be told only where the plan names its tests';
export const COMPARES = 'a function that compares, that code uses as well, may be meant to tolerate more';
export const EXIT_CODE =
  'where only an exit code is known, nobody can try whether the checks of the tests can fail, or what a new test asks for';
export const SHOWS_LESS =
  'a helper of the tests that shows less than before, where no code changes and what was shown is written again, may leave out what nobody wants to see';
export const ASKS_ITSELF =
  'a test that asks itself whether a name is there, and fails in words of its own, fails on the old code as one that checks behaviour does';
export const BY_HAND =
  'whether its generator wrote a file that says so can be told only by whoever runs that generator; a mock that expects less fails no test';
