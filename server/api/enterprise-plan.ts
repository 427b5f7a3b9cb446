import type { Store } from '../store/database.ts';
import { readOrganization } from '../store/organization.ts';
import { ApiError } from './api-error.ts';

/**
 * Some operations need the Enterprise plan, as they do on the hosted platform.
 * @throws ApiError 403
 */
export function requireEnterprisePlan(store: Store): void {
  if (readOrganization(store).plan === 'enterprise') return;
  throw new ApiError(
    403,
    'Static export needs the Enterprise plan. Set it with: offprint organization set plan enterprise',
  );
}
