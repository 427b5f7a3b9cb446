/** The features of a documentation site that may need a service of their vendor. */
export const features = ['search', 'assistant', 'analytics', 'playground'] as const;
export type Feature = (typeof features)[number];

export const deploymentTypes = ['cloud', 'client-hosted', 'air-gapped'] as const;
export type DeploymentType = (typeof deploymentTypes)[number];

type Availability = 'available' | 'configurable' | 'unavailable';

/** "Feature availability by deployment type" of the API specification, row by row. `search` means hosted search. */
export const availability: Readonly<Record<Feature, Readonly<Record<DeploymentType, Availability>>>> = {
  search: { cloud: 'available', 'client-hosted': 'configurable', 'air-gapped': 'unavailable' },
  assistant: { cloud: 'available', 'client-hosted': 'configurable', 'air-gapped': 'unavailable' },
  analytics: { cloud: 'available', 'client-hosted': 'configurable', 'air-gapped': 'unavailable' },
  playground: { cloud: 'available', 'client-hosted': 'available', 'air-gapped': 'configurable' },
};

/** What a project asks for (feature-switches.ts); absent is not asked for. */
export type FeatureSwitches = Readonly<Partial<Record<Feature, boolean | undefined>>>;

export type FeaturePolicy = Readonly<{
  deploymentType: DeploymentType;
  kept: Readonly<Record<Feature, boolean>>;
}>;

/** What a project keeps: what the table makes available, and of the configurable what is switched on (default off). */
export function featurePolicy(deploymentType: DeploymentType, switches: FeatureSwitches): FeaturePolicy {
  const keeps = (feature: Feature): boolean => {
    const cell = availability[feature][deploymentType];
    return cell === 'available' || (cell === 'configurable' && switches[feature] === true);
  };
  return {
    deploymentType,
    kept: {
      search: keeps('search'),
      assistant: keeps('assistant'),
      analytics: keeps('analytics'),
      playground: keeps('playground'),
    },
  };
}

/**
 * Whether a part of a vendor's widget stays in pages although its feature is not kept: what readers read tells of the
 * vendor, and is never removed.
 * @param isRead the part holds what readers read, or draws it
 */
export function staysAnyway({ kept }: FeaturePolicy, feature: Feature, isRead: boolean): boolean {
  return isRead && !kept[feature];
}

/** The switches that the table does not let a project set, each as a sentence; empty when all are allowed. */
export function refusedSwitches(deploymentType: DeploymentType, switches: FeatureSwitches): string[] {
  return features
    .filter(
      (feature) =>
        switches[feature] !== undefined && availability[feature][deploymentType] !== 'configurable',
    )
    .map(
      (feature) =>
        `The feature ${feature} is ${availability[feature][deploymentType]} in ${deploymentType} deployments and cannot be turned on or off.`,
    );
}
