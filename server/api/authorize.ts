import type { KeyScope } from '../store/keys.ts';
import { ApiError } from './api-error.ts';
import type { Caller } from './endpoint.ts';

/** Whether a caller has a scope. `admin` includes all scopes, and `write` includes `read`. */
export function mayDo(caller: Caller, needed: KeyScope): boolean {
  const { scopes } = caller;
  if (scopes.includes('admin')) return true;
  if (needed === 'admin') return false;
  return scopes.includes('write') || (needed === 'read' && scopes.includes('read'));
}

/**
 * Requires the scope that an endpoint names (field `scope` in endpoint.ts).
 * @throws ApiError 403
 */
export function authorize(caller: Caller, needed: KeyScope): void {
  if (mayDo(caller, needed)) return;
  throw new ApiError(
    403,
    `This request needs a key with the ${needed} scope. Create one with: offprint keys create`,
  );
}
