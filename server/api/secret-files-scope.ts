import { ApiError } from './api-error.ts';
import { mayDo } from './authorize.ts';
import type { Caller } from './endpoint.ts';

type Settings = Readonly<{ includeSecrets?: boolean | undefined }>;

/**
 * Requires the scope `admin` to turn on `includeSecrets`, for a job or a project: it publishes files that look like
 * private keys (exports/origin/secret-files.ts). If the project already has it on, every key may use it.
 * @param asked settings of the request
 * @param present settings of the project
 * @throws ApiError 403
 */
export function requireScopeForSecrets(caller: Caller, asked: Settings | undefined, present: Settings): void {
  if (!asked?.includeSecrets || present.includeSecrets || mayDo(caller, 'admin')) return;
  throw new ApiError(
    403,
    'includeSecrets publishes files that look like private keys, so it requires a key with the admin scope. Use an admin key, or leave the files out with exclude.',
  );
}
