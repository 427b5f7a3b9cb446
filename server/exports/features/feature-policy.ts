/** Features of a documentation site that may need a service of their vendor. */
export const features = ['search', 'assistant', 'analytics', 'playground'] as const;
export type Feature = (typeof features)[number];

export const deploymentTypes = ['cloud', 'client-hosted', 'air-gapped'] as const;
export type DeploymentType = (typeof deploymentTypes)[number];

type Availability = 'available' | 'configurable' | 'unavailable';

/** "Feature availability by deployment type" from the API specification, row by row. `search` means hosted search. */
export const availability: Readonly<Record<Feature, Readonly<Record<DeploymentType, Availability>>>> = {
  search: { cloud: 'available', 'client-hosted': 'configurable', 'air-gapped': 'unavailable' },
  assistant: { cloud: 'available', 'client-hosted': 'configurable', 'air-gapped': 'unavailable' },
  analytics: { cloud: 'available', 'client-hosted': 'configurable', 'air-gapped': 'unavailable' },
  playground: { cloud: 'available', 'client-hosted': 'available', 'air-gapped': 'configurable' },
};

/** Features requested by a project (feature-switches.ts); absent means not requested. */
export type FeatureSwitches = Readonly<Partial<Record<Feature, boolean | undefined>>>;

export type FeaturePolicy = Readonly<{
  deploymentType: DeploymentType;
  kept: Readonly<Record<Feature, boolean>>;
}>;

/**
 * Returns the features that a project keeps: those that are available and, of the configurable ones, those switched on
 * (off by default).
 */
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
 * Whether part of a vendor's widget stays in pages although its feature is not kept: content for readers reveals the
 * vendor, but is never removed.
 * @param isRead the part contains content for readers, or renders it
 */
export function staysAnyway({ kept }: FeaturePolicy, feature: Feature, isRead: boolean): boolean {
  return isRead && !kept[feature];
}

/** Returns a sentence for each switch that the deployment type does not let a project set; empty if all are allowed. */
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
