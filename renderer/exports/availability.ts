import type { Project } from '../../server/api/wire.types.ts';

export type DeploymentType = Project['deploymentType'];
export type Feature = keyof Project['features'];
export const deploymentTypes = ['air-gapped', 'client-hosted', 'cloud'] as const;
export const features = ['search', 'assistant', 'analytics', 'playground'] as const;

type Availability = 'available' | 'configurable' | 'unavailable';

/**
 * "Feature availability by deployment type", a copy of the server's table (features/feature-policy.ts). A test compares
 * the two.
 */
export const availability: Readonly<Record<Feature, Readonly<Record<DeploymentType, Availability>>>> = {
  search: { cloud: 'available', 'client-hosted': 'configurable', 'air-gapped': 'unavailable' },
  assistant: { cloud: 'available', 'client-hosted': 'configurable', 'air-gapped': 'unavailable' },
  analytics: { cloud: 'available', 'client-hosted': 'configurable', 'air-gapped': 'unavailable' },
  playground: { cloud: 'available', 'client-hosted': 'available', 'air-gapped': 'configurable' },
};
