import type { KeyScope } from '../store/keys.ts';
import { ApiError } from './api-error.ts';
import type { Caller } from './endpoint.ts';

/** `admin` may do everything, `write` may read too. */
export function mayDo(caller: Caller, needed: KeyScope): boolean {
  const { scopes } = caller;
  if (scopes.includes('admin')) return true;
  if (needed === 'admin') return false;
  return scopes.includes('write') || (needed === 'read' && scopes.includes('read'));
}

/**
 * Lets a caller do what an endpoint does, by the scope that it names (field `scope` of endpoint.ts).
 * @throws ApiError 403
 */
export function authorize(caller: Caller, needed: KeyScope): void {
  if (mayDo(caller, needed)) return;
  throw new ApiError(
    403,
    `This request needs a key with the ${needed} scope. Create one with: offprint keys create`,
  );
}
