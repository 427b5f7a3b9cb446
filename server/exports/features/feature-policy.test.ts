import { describe, expect, test } from 'vitest';
import { availability, deploymentTypes, featurePolicy, features, refusedSwitches } from './feature-policy.ts';
import { featureSwitches } from './feature-switches.ts';

const ON = { search: true, assistant: true, analytics: true, playground: true };
const OFF = { search: false, assistant: false, analytics: false, playground: false };

/** "Feature availability by deployment type" from the API specification. */
const TABLE = [
  ['search', 'available', 'configurable', 'unavailable'],
  ['assistant', 'available', 'configurable', 'unavailable'],
  ['analytics', 'available', 'configurable', 'unavailable'],
  ['playground', 'available', 'available', 'configurable'],
] as const;

describe('the features of a deployment', () => {
  test.each(TABLE)(
    '%s is %s in the cloud, %s client-hosted and %s air-gapped',
    (feature, cloud, hosted, airGapped) => {
      expect(availability[feature]).toEqual({ cloud, 'client-hosted': hosted, 'air-gapped': airGapped });
    },
  );

  test('are those of the table and no others', () => {
    expect([...features]).toEqual(TABLE.map(([feature]) => feature));
    expect([...deploymentTypes]).toEqual(['cloud', 'client-hosted', 'air-gapped']);
  });
});

describe('what a project keeps', () => {
  test.each([
    ['cloud', ON],
    ['client-hosted', { ...OFF, playground: true }],
    ['air-gapped', OFF],
  ] as const)('in %s, when nothing is switched, is %j', (deploymentType, kept) => {
    expect(featurePolicy(deploymentType, {})).toEqual({ deploymentType, kept });
  });

  test.each([
    ['cloud', ON],
    ['client-hosted', ON],
    ['air-gapped', { ...OFF, playground: true }],
  ] as const)('in %s, when everything is switched on, is %j', (deploymentType, kept) => {
    expect(featurePolicy(deploymentType, ON).kept).toEqual(kept);
  });

  test.each([
    ['cloud', ON],
    ['client-hosted', { ...OFF, playground: true }],
    ['air-gapped', OFF],
  ] as const)('in %s, when everything is switched off, is %j', (deploymentType, kept) => {
    expect(featurePolicy(deploymentType, OFF).kept).toEqual(kept);
  });

  test('follows each switch by itself', () => {
    expect(featurePolicy('client-hosted', { search: true, analytics: false }).kept).toEqual({
      search: true,
      assistant: false,
      analytics: false,
      playground: true,
    });
  });
});

describe('switches', () => {
  test('are allowed where the table says configurable', () => {
    expect(refusedSwitches('client-hosted', { search: true, assistant: false, analytics: true })).toEqual([]);
    expect(refusedSwitches('air-gapped', { playground: true })).toEqual([]);
    expect(refusedSwitches('cloud', {})).toEqual([]);
  });

  test('are refused elsewhere, each with a sentence, whichever way they point', () => {
    expect(refusedSwitches('air-gapped', { search: true, analytics: false })).toEqual([
      'The feature search is unavailable in air-gapped deployments and cannot be turned on or off.',
      'The feature analytics is unavailable in air-gapped deployments and cannot be turned on or off.',
    ]);
    expect(refusedSwitches('client-hosted', { playground: false })).toEqual([
      'The feature playground is available in client-hosted deployments and cannot be turned on or off.',
    ]);
    expect(refusedSwitches('cloud', ON)).toHaveLength(4);
  });

  test('have no other names than those of features', () => {
    expect(featureSwitches.safeParse({ chat: true }).success).toBe(false);
    expect(featureSwitches.safeParse({ search: 'yes' }).success).toBe(false);
    expect(featureSwitches.parse({ search: true })).toEqual({ search: true });
  });
});
