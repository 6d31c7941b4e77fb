// How runners and compilers of many languages say that something which a test calls or reads is not there.

const LACKS_NAME =
  /is not (?:a function|defined|a constructor)|has no attribute|NameError|ImportError|ModuleNotFound|cannot find|does not provide|undefined|unresolved|no such file|ENOENT|FileNotFound/i;

export const lacksName = (message: string | undefined): boolean => LACKS_NAME.test(message ?? '');
