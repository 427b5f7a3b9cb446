import { z } from 'zod';
import type { FeatureSwitches } from './feature-policy.ts';

/** A project's settings for features that depend on its deployment. */
export const featureSwitches = z.strictObject({
  search: z.boolean().optional().describe('Hosted search.'),
  assistant: z.boolean().optional().describe('Chat with a hosted model.'),
  analytics: z.boolean().optional().describe('Analytics.'),
  playground: z.boolean().optional().describe('"Try it" panels on API pages.'),
}) satisfies z.ZodType<FeatureSwitches>;
