import { z } from 'zod';

/**
 * The export settings: one table that the API, the command line and the interface take as it stands.
 * docs/settings.md is made from it (scripts/settings-table.ts); a test compares the two.
 */
export const exportSettings = z.strictObject({
  include: z
    .array(z.string())
    .default([])
    .describe('Globs of URL paths to export; empty means all. Example: `/guide/**`.'),
  exclude: z.array(z.string()).default([]).describe('Globs of URL paths to leave out.'),
  paths: z
    .array(z.string())
    .default([])
    .describe('Only these pages (URL paths) and what they need; empty means all pages.'),
  maxPages: z.int().min(1).max(1_000_000).default(100_000).describe('Cap on pages.'),
  maxBytes: z
    .int()
    .min(1)
    .default(50 * 2 ** 30)
    .describe('Cap on the bytes acquired by one export.'),
  assetMaxBytes: z
    .int()
    .min(1)
    .default(2 * 2 ** 30)
    .describe('Cap on one file that is not a page.'),
  pageMaxBytes: z
    .int()
    .min(1)
    .max(256 * 2 ** 20)
    .default(128 * 2 ** 20)
    .describe('Cap on one page.'),
  concurrency: z.int().min(1).max(64).default(8).describe('Requests to the origin at the same time.'),
  timeoutMs: z.int().min(1).max(600_000).default(30_000).describe('Longest silence of the origin, in ms.'),
  allowMissing: z
    .boolean()
    .default(false)
    .describe('Complete the job although something the site lists or needs could not be had.'),
  interactivity: z
    .enum(['keep'])
    .default('keep')
    .describe("`keep`: the site's own scripts stay, without network."),
  onVerificationFailure: z
    .enum(['fail', 'report'])
    .default('fail')
    .describe('What a failed verification does to the job.'),
  sampleMin: z.int().min(0).max(1000).default(12).describe('Pages that verification opens at least.'),
  sampleMax: z.int().min(0).max(100_000).default(40).describe('Pages that verification opens at most.'),
  sampleMaxMs: z.int().min(0).default(90_000).describe('Longest time that verification may take, in ms.'),
  viewportWidth: z
    .int()
    .min(200)
    .max(4000)
    .default(1280)
    .describe('Width of the verifying browser window, px.'),
  viewportHeight: z
    .int()
    .min(200)
    .max(4000)
    .default(900)
    .describe('Height of the verifying browser window, px.'),
  format: z.enum(['zip', 'tar.gz']).default('zip').describe('Archive format of the bundle.'),
});

export type ExportSettings = Readonly<z.infer<typeof exportSettings>>;
export type ExportSettingsInput = z.input<typeof exportSettings>;

/** The settings that decide what is inside a bundle: they are part of its manifest. */
export function contentSettings(settings: ExportSettings): Record<string, unknown> {
  const { include, exclude, paths, allowMissing, interactivity } = settings;
  return { include, exclude, paths, allowMissing, interactivity };
}
