import type { SealedSecrets } from './sealed-secrets.ts';

/** Prefix of credentials, so that no project can name another secret of the data folder. */
const PREFIX = 'credential:';

/** Stores a credential. @throws OffprintError `conflict` if secrets are not persistent, `secrets-locked` */
export async function putCredential(secrets: SealedSecrets, name: string, value: string): Promise<void> {
  await secrets.refuseWithoutPersistence('A credential');
  await secrets.set(PREFIX + name, value);
}

/** Deletes a credential. Returns false if there is none of that name. */
export function deleteCredential(secrets: SealedSecrets, name: string): Promise<boolean> {
  return secrets.delete(PREFIX + name);
}

/** Returns the values of those credentials that exist. @throws OffprintError `secrets-locked`, `integrity` */
export async function credentialsNamed(
  secrets: Pick<SealedSecrets, 'get'>,
  names: readonly string[],
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = await secrets.get(PREFIX + name);
    if (value) values[name] = value.toString('utf8');
  }
  return values;
}
