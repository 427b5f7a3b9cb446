import type { SealedSecrets } from '../secrets/sealed-secrets.ts';
import { type SecretField, secretFields, type TargetSecrets } from './target-settings.ts';

const nameOf = (targetId: string, field: SecretField): string => `target/${targetId}/${field}`;

/** Unsealed secrets of a target. @throws OffprintError `secrets-locked`, `integrity` */
export async function targetSecretsOf(
  secrets: Pick<SealedSecrets, 'get' | 'names'>,
  targetId: string,
): Promise<TargetSecrets> {
  const found: Partial<Record<SecretField, string>> = {};
  for (const field of secretFields) {
    const value = await secrets.get(nameOf(targetId, field));
    if (value) found[field] = value.toString('utf8');
  }
  return found;
}

/** Names of the secrets that a target has. Needs no master key. */
export function secretFieldsOf(secrets: Pick<SealedSecrets, 'names'>, targetId: string): SecretField[] {
  const names = new Set(secrets.names());
  return secretFields.filter((field) => names.has(nameOf(targetId, field)));
}

/**
 * Stores secrets; omitted ones stay unchanged.
 * @throws OffprintError `conflict` if secrets are not persisted, `secrets-locked`
 */
export async function putTargetSecrets(
  secrets: Pick<SealedSecrets, 'set' | 'refuseWithoutPersistence'>,
  targetId: string,
  given: TargetSecrets,
): Promise<void> {
  const fields = secretFields.filter((field) => given[field] !== undefined);
  if (fields.length === 0) return;
  await secrets.refuseWithoutPersistence('A target secret');
  for (const field of fields) await secrets.set(nameOf(targetId, field), given[field] ?? '');
}

export async function forgetTargetSecrets(
  secrets: Pick<SealedSecrets, 'delete'>,
  targetId: string,
): Promise<void> {
  for (const field of secretFields) await secrets.delete(nameOf(targetId, field));
}
