import { ApiError } from './api-error.ts';
import type { Caller } from './endpoint.ts';

/** What decides over what a key may reach, and over who is reached at the server's names, which login links lead to. */
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
 * Only the operator changes such settings, on the computer that runs the server.
 * @param changed settings by their names; undefined: not changed
 * @throws ApiError 403 where a caller with an API key would change one
 */
export function requireOperator(changed: Readonly<Record<string, unknown>>, caller: Caller): void {
  const own = OPERATORS_OWN.find((name) => changed[name] !== undefined);
  if (own === undefined || caller.isOwner) return;
  throw new ApiError(
    403,
    `The setting ${own} cannot be changed with an API key. Run this on the computer that runs the server: offprint settings set ${own} …`,
  );
}
