import type { Store } from '../store/database.ts';
import { readOrganization } from '../store/organization.ts';
import { ApiError } from './api-error.ts';

/**
 * Requires the enterprise plan, as the hosted platform does for some operations.
 * @throws ApiError 403
 */
export function requireEnterprisePlan(store: Store): void {
  if (readOrganization(store).plan === 'enterprise') return;
  throw new ApiError(
    403,
    'Static export needs the Enterprise plan. Set it with: offprint organization set plan enterprise',
  );
}
