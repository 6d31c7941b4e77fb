#!/usr/bin/env node
// The launcher. It answers --version alone and gives agents' pipes a small bundle, because agents pay this start
// on every call; everything else loads the whole program.
'use strict';
const { join } = require('node:path');

const root = join(__dirname, '..');
const first = process.argv[2];
if (first === '--version' || first === '-V') {
  process.stdout.write(`${require('../package.json').version}\n`);
} else if (first === 'submit' || (first === 'mcp' && process.argv.length === 3)) {
  require('../dist/pipe.cjs').main(root);
} else {
  require('./load-compiled.js')
    .loadCompiled(join(root, 'dist', 'baton.cjs'))
    .main(root, (url) => import(url));
}
