// Constructors that only keep what they are given. A test that makes an object has not looked at what the object does, so
// they stay as they are where everything else is made idle.

const SCRIPT = /^\s*(?:(?:super\([\w\s,.]*\)|this\.#?\w+\s*=\s*[\w.]+)\s*;?\s*)+\}/;
const GO = /^\s*return &?\w+(?:\[[\w, ]+\])?\{[\w\s,:.*&]*\}\s*\}/;
const RUST = /^\s*(?:Self|(?!Ok\b|Err\b|Some\b)[A-Z]\w*)\s*(?:\{[\w\s,:.]*\}|\([\w\s,.]*\))\s*\}/;
const PYTHON_LINE =
  /^(?:self\.\w+(?:\s*:[^=]+)?\s*=\s*[\w.]+|super\(\)\.__init__\([\w\s,=*.]*\)|pass)\s*(?:#.*)?$/;

/** The lines of a block: those that begin as its first one does, or further to the right. */
const blockOf = (text: string): string[] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const indent = /^[ \t]*/.exec(lines[0] ?? '')?.[0] ?? '';
  const end = lines.findIndex((line) => !line.startsWith(indent));
  return (end === -1 ? lines : lines.slice(0, end)).map((line) => line.slice(indent.length));
};

/** `body` begins behind the head of the function, and behind what documents it. */
export const isPlainConstructor = (path: string, name: string, body: string): boolean => {
  if (path.endsWith('.py'))
    return name === '__init__' && blockOf(body).every((line) => PYTHON_LINE.test(line));
  if (path.endsWith('.go')) return /^New/.test(name) && GO.test(body);
  if (path.endsWith('.rs')) return /^(?:new|with)(?:_|$)/.test(name) && RUST.test(body);
  return name === 'constructor' && SCRIPT.test(body);
};
