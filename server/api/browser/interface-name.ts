import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const NAME = /^[0-9a-f]{32}\.localhost$/;

/**
 * The host name under which a browser of this computer is given the interface: 128 random bits below `localhost`, which
 * browsers take for this computer (RFC 6761 §6.3). Cookies know no ports (RFC 6265 §8.5): one of 127.0.0.1 would be sent
 * to every program that listens there. Kept in the data folder, so that a bookmark goes on working.
 */
export function interfaceName(dataFolder: string): string {
  const file = path.join(dataFolder, 'interface-name');
  const kept = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
  if (NAME.test(kept)) return kept;
  const name = `${randomBytes(16).toString('hex')}.localhost`;
  fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  fs.writeFileSync(`${file}.new`, `${name}\n`, { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
  return name;
}
