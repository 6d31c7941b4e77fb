// Loads a bundle with what V8 compiled of it the last time: compiling it is half of a short command's time. The compiled code lies
// beside the bundle, where whoever can write could change the bundle itself.
'use strict';
const fs = require('node:fs');
const Module = require('node:module');
const { dirname } = require('node:path');
const vm = require('node:vm');

/** V8 compares the length of the source only, so the name says which file it was made of. */
const placeOf = (bundle) => {
  const { size, mtimeMs } = fs.statSync(bundle);
  return `${bundle}.${process.version}-${process.arch}-${size}-${Math.trunc(mtimeMs)}.cache`;
};

const readKept = (place) => {
  try {
    return fs.readFileSync(place);
  } catch {
    return undefined;
  }
};

/** Whole or not at all, also after a power cut. A folder that cannot be written to costs nothing but the time. */
const keep = (script, place) => {
  const beside = `${place}.${process.pid}`;
  try {
    fs.accessSync(dirname(place), fs.constants.W_OK);
    fs.writeFileSync(beside, script.createCachedData(), { flush: true });
    fs.renameSync(beside, place);
  } catch {
    fs.rmSync(beside, { force: true });
  }
};

const loadCompiled = (bundle) => {
  const place = placeOf(bundle);
  const cachedData = readKept(place);
  const source = Module.wrap(fs.readFileSync(bundle, 'utf8'));
  const script = new vm.Script(source, { filename: bundle, cachedData });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, Module.createRequire(bundle), module, bundle, dirname(bundle));
  // At the end, because then what was used is compiled.
  if (cachedData === undefined || script.cachedDataRejected) process.once('exit', () => keep(script, place));
  return module.exports;
};

module.exports = { loadCompiled };
