import type { Store } from '../store/database.ts';
import { listTrustedKeys } from '../store/trusted-keys.ts';
import type { BackupFacts } from './backup-format.ts';

/** Something lost in a restore without keys, and how to get it back. */
export type LostTrust = Readonly<{ what: string; names: readonly string[]; remedy: string }>;

const KINDS: readonly Readonly<{ prefix: string; what: string; remedy: string }>[] = [
  {
    prefix: 'bundle-key/',
    what: 'The key that signs bundles',
    remedy:
      'create a new one (offprint trust create) and give its public key to everyone who receives bundles',
  },
  {
    prefix: 'link-key/',
    what: 'The keys that sign links',
    remedy: 'existing links no longer work; get new ones',
  },
  {
    prefix: 'credential:',
    what: 'Site credentials',
    remedy: 'enter them again: offprint secrets set <name>',
  },
  {
    prefix: 'target/',
    what: 'Target secrets',
    remedy: 'enter them again: offprint targets set <name>',
  },
  {
    prefix: 'model-server/',
    what: 'Model server tokens',
    remedy: 'enter them again: offprint agent model-server set <name>',
  },
  { prefix: 'forge/', what: 'Forge tokens', remedy: 'enter them again: offprint agent forge set <name>' },
];

/** Lists what existed when the backup was made but is not in it. */
export function lostTrust(store: Store, { keys }: BackupFacts): LostTrust[] {
  const lost = KINDS.flatMap(({ prefix, what, remedy }) => {
    const found = keys.secrets
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
    const names = [...new Set(found.map((name) => called(store, prefix, name)))];
    return names.length > 0 ? [{ what, names, remedy }] : [];
  });
  if (keys.adminKeys.length > 0) {
    lost.push({
      what: 'API keys',
      names: [...keys.adminKeys],
      remedy: 'create new ones (offprint keys create) for the scripts that used them',
    });
  }
  return lost;
}

/** Returns the name that people know it by. */
function called(store: Store, prefix: string, name: string): string {
  if (prefix === 'bundle-key/') {
    const key = listTrustedKeys(store).find(({ fingerprint }) => fingerprint === name);
    return key ? `${key.name} (${name.slice(0, 16)}…)` : name;
  }
  if (prefix !== 'target/') return name;
  const [id = ''] = name.split('/');
  const target = store.prepare('SELECT name FROM targets WHERE id = ?').pluck().get(id) as string | undefined;
  return target ?? id;
}
