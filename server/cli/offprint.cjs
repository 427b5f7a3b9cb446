#!/usr/bin/env node
'use strict';

// Entry point. Older versions of Node must be able to parse it, and it checks the version before it loads anything.
var needed = Number(/\d+/.exec(require('../../package.json').engines.node)[0]);

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    'Offprint needs Node ' +
      needed +
      ' or later, and this is Node ' +
      process.versions.node +
      ': install a newer one.\n',
  );
  process.exitCode = 2;
} else {
  import('./main.js');
}
