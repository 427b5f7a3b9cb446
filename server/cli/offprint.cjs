#!/usr/bin/env node
'use strict';

// The first file that runs. It is written so that an older Node can read it too, and loads nothing before it has asked.
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
