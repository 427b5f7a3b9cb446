import { randomInt } from 'node:crypto';
import fs from 'node:fs';

/** The range from which systemd takes user ids for short-lived services (systemd.exec(5), DynamicUser=). */
const FIRST = 61_184;
const LAST = 65_519;

/**
 * Picks a user id, also used as group id, for one build when the server runs as root. Builds do not run as `nobody`:
 * daemons share that user, and processes of the same user can read, trace and change each other.
 */
export function unusedUserId(): number {
  const used = usedIds();
  for (let tries = 0; tries < 10_000; tries++) {
    const id = randomInt(FIRST, LAST + 1);
    if (!used.has(id)) return id;
  }
  throw new Error(`Every user ID from ${FIRST} to ${LAST} is in use.`);
}

/** The ids of accounts, groups and running processes. */
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
