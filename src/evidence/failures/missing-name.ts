// How runners and compilers of many languages say that something which a test calls or reads is not there.

const LACKS_NAME = new RegExp(
  [
    'is not (?:a function|a constructor)',
    // A program may say of something else that it is not defined there.
    '[\\w$"\'`)\\]] is not defined(?! (?!at\\b)\\w)',
    'has no (?:attribute|exported member)',
    'does not provide',
    '(?:Name|Import|ModuleNotFound|FileNotFound)Error',
    '(?:cannot|could not) (?:find|resolve) (?:module|name|package|type|value|function|symbol|crate|trait|macro|`)',
    'no (?:method|field|function) (?:named|or field)',
    // Go: `undefined: Shipping`. An assertion may say of a value that it is undefined.
    '\\bundefined: \\w',
    'unresolved (?:import|reference|name|module)',
    'no such file|ENOENT',
    // Compilers of C, and what calls them.
    'undefined reference to|implicit declaration of|cannot find source file|no rule to make target',
  ].join('|'),
  'i',
);

export const lacksName = (message: string | undefined): boolean => LACKS_NAME.test(message ?? '');

const LACKS_PARAMETER =
  /got an unexpected keyword argument|takes (?:no|\d+|from \d+ to \d+) (?:positional |keyword )?arguments?\b.* given/i;

/** How Python says that a function does not take what a test hands over: there no compiler refuses the whole file. */
export const lacksParameter = (message: string | undefined): boolean => LACKS_PARAMETER.test(message ?? '');

const OF_UNDEFINED =
  /Cannot read propert(?:y|ies) of undefined|undefined is not an object|of undefined \(reading/i;

/** What a shell says, and `run` of bats, which keeps to itself why a command failed. */
const OF_STATUS = /command not found|failed with status 127|`[^'\n]*\$\{?status\b[^'\n]*' failed/;

/** Also where a name that is not there gave `undefined`, as a part of a CommonJS module does, or another status. */
export const mayLackName = (message: string | undefined): boolean =>
  lacksName(message) || OF_UNDEFINED.test(message ?? '') || OF_STATUS.test(message ?? '');
