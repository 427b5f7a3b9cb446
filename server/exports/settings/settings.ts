import { z } from 'zod';
import { pagePath } from './page-path.ts';

/** Segments that a URL keeps as they are; none is `.` or `..`. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/**
 * The export settings: one table that the API, the command line and the interface take as it stands.
 * docs/settings.md is made from it (scripts/settings-table.ts); a test compares the two.
 */
export const exportSettings = z.strictObject({
  include: z
    .array(z.string().max(500))
    .max(500)
    .default([])
    .describe('Globs of URL paths to export; empty means all. Example: `/guide/**`.'),
  exclude: z.array(z.string().max(500)).max(500).default([]).describe('Globs of URL paths to leave out.'),
  paths: z
    .array(pagePath)
    .default([])
    .describe('Only these pages (URL paths) and what they need; empty means all pages.'),
  maxPages: z.int().min(1).max(1_000_000).default(100_000).describe('Cap on pages.'),
  maxBytes: z
    .int()
    .min(1)
    .default(50 * 2 ** 30)
    .describe('Cap on the bytes acquired by one export.'),
  maxDepth: z
    .int()
    .min(0)
    .default(200)
    .describe('Cap on the links that are followed from the start of a live site.'),
  maxQueryVariants: z
    .int()
    .min(1)
    .default(200)
    .describe('Cap on the variants of one path of a live site by their query.'),
  acquireMaxMs: z
    .int()
    .min(1)
    .default(6 * 3_600_000)
    .describe('Cap on the time for reading the site, in ms.'),
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
  resourceMaxMs: z
    .int()
    .min(1)
    .max(3_600_000)
    .default(60_000)
    .describe('Longest time for one answer, in ms; a second more for each 16 kB of it.'),
  retryMaxMs: z
    .int()
    .min(0)
    .max(3_600_000)
    .default(120_000)
    .describe('Longest time that one address is tried again while the origin is busy or fails, in ms.'),
  base: z
    .string()
    .max(1000)
    .default('')
    .describe(
      'Path that a folder was built to stand below on its host; empty: what its references, canonical links and sitemap say; `/`: none. Example: `/project/`.',
    ),
  includeSecrets: z
    .boolean()
    .default(false)
    .describe('Publish also files of a folder that look like private keys or passwords.'),
  allowMissing: z
    .boolean()
    .default(false)
    .describe(
      'Complete the job although something the site lists or needs could not be had. Pages that no browser can make are left out then; otherwise the bundle has them as the origin sends them, which is a fault.',
    ),
  render: z
    .enum(['auto', 'never', 'always'])
    .default('auto')
    .describe(
      'Which pages are taken as a browser makes them: `auto`: those of layouts whose text or links come from scripts, as samples prove; `never`; `always`.',
    ),
  readySelector: z
    .string()
    .max(1000)
    .default('')
    .describe('CSS selector: a page in the browser is waited for until this matches. Example: `main h1`.'),
  hideSelectors: z
    .array(z.string().max(1000))
    .max(100)
    .default([])
    .describe('CSS selectors of what is left out of pages that a browser makes. Example: `.cookie-banner`.'),
  renderMaxMs: z
    .int()
    .min(1000)
    .max(600_000)
    .default(45_000)
    .describe('Longest time for one page in the browser, in ms; then it is tried once more, in another tab.'),
  interactivity: z
    .enum(['auto', 'keep', 'freeze'])
    .default('auto')
    .describe(
      "Whether pages keep the site's own scripts: `auto`: where samples prove that these work from a file; `keep`: wherever the text is there without a browser; `freeze`: nowhere, pages with scripts are taken as a browser makes them and get the bundle's own runtime. `render: never` and `render: always` come first.",
    ),
  search: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe('`auto`: the bundle carries a search of its own that needs no network; `off`: it does not.'),
  onVerificationFailure: z
    .enum(['fail', 'report'])
    .default('fail')
    .describe(
      'What faults that verification finds do to the job. `fail`: it ends as failed, with exit code 5, and its bundle can be had all the same; `report`: it completes, and its verdict says so.',
    ),
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
  basePath: z
    .string()
    .max(200)
    .regex(BASE_PATH, 'begin with a slash, end without one, and use letters, digits and - . _ ~')
    .default('')
    .describe(
      'Path of the host below which the bundle will be served; empty is its root. Sitemaps, canonical links and previews carry it. Example: `/docs`.',
    ),
});

export type ExportSettings = Readonly<z.infer<typeof exportSettings>>;
export type ExportSettingsInput = z.input<typeof exportSettings>;

/** Some of the settings: what a request or a project sets, without the defaults of the others. */
export const someExportSettings = z.strictObject(
  Object.fromEntries(
    Object.entries(exportSettings.shape).map(([name, schema]) => [
      name,
      schema
        .unwrap()
        .optional()
        .describe(schema.description ?? '')
        .meta({ default: schema.parse(undefined) }),
    ]),
  ),
) as unknown as z.ZodType<ExportSettingsInput>;
