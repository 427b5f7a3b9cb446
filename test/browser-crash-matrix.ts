import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { differences, exportWithKills, KINDS, PHASES, seeded } from './browser-kills.ts';

/**
 * `node test/browser-crash-matrix.ts [site] [--kills 40] [--seed 1] [-- …]`: exports a small site repeatedly, kills one
 * process of its browser with SIGKILL at a random moment while pages are rendered or the bundle is verified, and
 * compares archive, verdict and report with those of an undisturbed export. Arguments after `--` are passed to the
 * export.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
});
const [given, ...more] = positionals;
const site = path.resolve(given ?? 'test/end-to-end/fixtures/interactive');
const args = more.length > 0 ? more : ['--render', 'always', '--sample-min', '2'];
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-browser-crash-'));
const random = seeded(Number(values.seed));
/** If the process to kill has ended or not started yet, another moment is tried. */
const TRIES = 5;
let failures = 0;

try {
  const undisturbed = await exportWithKills(site, path.join(work, 'undisturbed'), args);
  if (undisturbed.code !== 0) throw new Error(`The undisturbed export failed: ${undisturbed.said}`);
  const { phaseMs } = undisturbed;
  process.stdout.write(
    `Undisturbed: ${undisturbed.sha256}, ${undisturbed.verdict}; a browser was up for ${Math.round(phaseMs.render)} ms to render, ${Math.round(phaseMs.verify)} ms to verify\n\n`,
  );
  process.stdout.write(
    '| kill | process | phase | after ms | seconds | outcome |\n|---|---|---|---|---|---|\n',
  );
  for (let number = 0; number < Number(values.kills); number++) {
    const kind = KINDS[number % KINDS.length] ?? 'browser';
    const phase = PHASES[Math.floor(number / KINDS.length) % PHASES.length] ?? 'render';
    for (let tries = 1; ; tries++) {
      const afterMs = Math.round(random() * phaseMs[phase]);
      const data = path.join(work, `kill-${number}-${tries}`);
      const outcome = await exportWithKills(site, data, args, [{ kind, phase, afterMs }]);
      fs.rmSync(data, { recursive: true, force: true });
      const isKilled = outcome.killed.length > 0;
      if (!isKilled && tries < TRIES) continue;
      const wrong = isKilled ? differences(undisturbed, outcome) : ['nothing was there to be killed'];
      if (wrong.length > 0) failures++;
      const told = wrong.length === 0 ? `same bytes, ${outcome.verdict}, same report` : wrong.join('; ');
      process.stdout.write(
        `| ${number + 1} | ${kind} | ${phase} | ${afterMs} | ${(outcome.durationMs / 1000).toFixed(1)} | ${told} |\n`,
      );
      break;
    }
  }
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
process.stdout.write(failures === 0 ? '\nNothing was lost.\n' : `\n${failures} failures\n`);
process.exitCode = failures === 0 ? 0 : 1;
