import type { Store } from './database.ts';

export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

/** The one organization of a data folder. */
export type Organization = Readonly<{ name: string; plan: Plan; createdAt: string }>;

export function readOrganization(store: Store): Organization {
  return store.prepare('SELECT name, plan, created_at AS createdAt FROM organization').get() as Organization;
}

export function updateOrganization(
  store: Store,
  change: Readonly<{ name?: string | undefined; plan?: Plan | undefined }>,
): Organization {
  const { name, plan } = change;
  store
    .prepare('UPDATE organization SET name = coalesce(?, name), plan = coalesce(?, plan)')
    .run(name ?? null, plan ?? null);
  return readOrganization(store);
}
