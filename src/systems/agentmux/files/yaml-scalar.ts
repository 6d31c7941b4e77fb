// A text as a YAML scalar on one line that every reader takes for this text: readers of YAML 1.1 know more words that mean
// something else (yes, on, 1:30, 2024-01-01, =, <<) than those of YAML 1.2.

/** Begins like a word or a path, and has no ":" and no "#" in it. */
const PLAIN = /^(?:[A-Za-z_]|\.{0,2}\/|\.[A-Za-z])[!-"$-9;-~]*(?: +[!-"$-9;-~]+)*$/;
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|\.inf|\.nan)$/i;
/** What must not stand in a file as it is: controls, line ends of all kinds, what is no character. */
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;
const ESCAPED = /["\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
/** Half of a pair is no text: it cannot be written as UTF-8, and not every reader takes it escaped. */
const HALF = /\p{Surrogate}/gu;

const escaped = (character: string): string => {
  if (character === '"' || character === '\\') return `\\${character}`;
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
};

export const yamlScalar = (text: string): string => {
  if (PLAIN.test(text) && !RESERVED.test(text)) return text;
  const whole = text.replace(HALF, '\ufffd');
  if (UNPRINTABLE.test(whole)) return `"${whole.replace(ESCAPED, escaped)}"`;
  return `'${whole.replaceAll("'", "''")}'`;
};
