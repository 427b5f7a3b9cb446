import { randomInt } from 'node:crypto';
import fs from 'node:fs';

/** What systemd hands out for services that need a user for a while (systemd.exec(5), DynamicUser=). */
const FIRST = 61_184;
const LAST = 65_519;

/**
 * A user id for one build of root's server, with a group of the same number. Nobody else has it: `nobody` is shared by
 * daemons, and processes of one user can read, trace and change each other.
 */
export function unusedUser(): number {
  const used = usedIds();
  for (let tries = 0; tries < 10_000; tries++) {
    const id = randomInt(FIRST, LAST + 1);
    if (!used.has(id)) return id;
  }
  throw new Error(`Every user id from ${FIRST} to ${LAST} is in use.`);
}

/** Of accounts, groups and processes. */
function usedIds(): ReadonlySet<number> {
  const used = new Set<number>();
  for (const file of ['/etc/passwd', '/etc/group']) {
    if (!fs.existsSync(file)) continue;
    for (const line of fs.readFileSync(file, 'utf8').split('\n')) used.add(Number(line.split(':')[2]));
  }
  for (const name of fs.readdirSync('/proc')) {
    const owner = /^\d+$/.test(name) && fs.statSync(`/proc/${name}`, { throwIfNoEntry: false });
    if (owner) used.add(owner.uid);
  }
  return used;
}
