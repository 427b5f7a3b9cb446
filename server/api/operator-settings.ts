import { ApiError } from './api-error.ts';
import type { Caller } from './endpoint.ts';

/** Settings that control what a key may reach, or which server answers at the names that login links point to. */
const OPERATORS_OWN = [
  'originHosts',
  'directoryRoots',
  'localApi',
  'host',
  'port',
  'publicUrl',
  'allowedHosts',
  'allowPlainNetwork',
  'tlsCertificate',
  'tlsKey',
];

/**
 * Refuses changes to these settings unless the caller is the operator, on the computer that runs the server.
 * @param changed settings by name; undefined: not changed
 * @throws ApiError 403 if a caller with an API key changes one of them
 */
export function requireOperator(changed: Readonly<Record<string, unknown>>, caller: Caller): void {
  const own = OPERATORS_OWN.find((name) => changed[name] !== undefined);
  if (own === undefined || caller.isOwner) return;
  throw new ApiError(
    403,
    `The setting ${own} cannot be changed with an API key. Run this on the computer that runs the server: offprint settings set ${own} …`,
  );
}
