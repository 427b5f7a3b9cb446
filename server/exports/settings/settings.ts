import { z } from 'zod';
import { pagePath } from './page-path.ts';

/** Path whose segments need no encoding in a URL; none is `.` or `..`. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/**
 * The export settings: one table that the API, the command line and the interface share. docs/settings.md is
 * generated from it (scripts/settings-table.ts); a test compares the two.
 */
export const exportSettings = z.strictObject({
  include: z
    .array(z.string().max(500))
    .max(500)
    .default([])
    .describe('URL paths to export, as globs. If empty, all paths are exported. Example: `/guide/**`.'),
  exclude: z.array(z.string().max(500)).max(500).default([]).describe('URL paths to exclude, as globs.'),
  paths: z
    .array(pagePath)
    .default([])
    .describe(
      'Export only these pages (URL paths) and the files they need. If empty, all pages are exported.',
    ),
  maxPages: z.int().min(1).max(1_000_000).default(100_000).describe('Maximum number of pages.'),
  maxBytes: z
    .int()
    .min(1)
    .default(50 * 2 ** 30)
    .describe('Maximum number of bytes that one export can read.'),
  maxDepth: z.int().min(0).default(200).describe('Maximum link depth from the start address of a live site.'),
  maxQueryVariants: z
    .int()
    .min(1)
    .default(200)
    .describe('Maximum number of query string variants per path on a live site.'),
  acquireMaxMs: z
    .int()
    .min(1)
    .default(6 * 3_600_000)
    .describe('Time limit for reading the site, in ms.'),
  assetMaxBytes: z
    .int()
    .min(1)
    .default(2 * 2 ** 30)
    .describe('Maximum size of a file that is not a page.'),
  pageMaxBytes: z
    .int()
    .min(1)
    .max(256 * 2 ** 20)
    .default(128 * 2 ** 20)
    .describe('Maximum size of a page.'),
  concurrency: z.int().min(1).max(64).default(8).describe('Number of parallel requests to the origin.'),
  timeoutMs: z
    .int()
    .min(1)
    .max(600_000)
    .default(30_000)
    .describe('How long to wait for the origin to send something, in ms.'),
  resourceMaxMs: z
    .int()
    .min(1)
    .max(3_600_000)
    .default(60_000)
    .describe('Time limit for one response, in ms. One second is added for every 16 kB.'),
  retryMaxMs: z
    .int()
    .min(0)
    .max(3_600_000)
    .default(120_000)
    .describe('How long to keep retrying an address while the origin is busy or failing, in ms.'),
  base: z
    .string()
    .max(1000)
    .default('')
    .describe(
      'Path that the site in the folder was built for. If empty, it is determined from links, canonical links and the sitemap. `/` means no path. Example: `/project/`.',
    ),
  includeSecrets: z
    .boolean()
    .default(false)
    .describe('Include files that look like private keys or passwords.'),
  allowMissing: z
    .boolean()
    .default(false)
    .describe(
      'Complete the export even if something that the site lists or needs could not be read. When on, pages that cannot be rendered in a browser are left out. When off, they are included as the origin sends them, and each counts as a fault.',
    ),
  render: z
    .enum(['auto', 'never', 'always'])
    .default('auto')
    .describe(
      'Which pages are rendered in a browser. `auto`: pages whose text or links come from scripts, judging by samples of each layout; `never`: no pages; `always`: all pages.',
    ),
  readySelector: z
    .string()
    .max(1000)
    .default('')
    .describe('CSS selector to wait for before a rendered page is captured. Example: `main h1`.'),
  hideSelectors: z
    .array(z.string().max(1000))
    .max(100)
    .default([])
    .describe('CSS selectors of elements to remove from rendered pages. Example: `.cookie-banner`.'),
  renderMaxMs: z
    .int()
    .min(1000)
    .max(600_000)
    .default(45_000)
    .describe(
      'Time limit for rendering one page, in ms. A page that exceeds it is tried once more in another tab.',
    ),
  interactivity: z
    .enum(['auto', 'keep', 'freeze'])
    .default('auto')
    .describe(
      "Whether pages keep the site's own scripts. `auto`: on pages where samples show that the scripts work when the page is opened from a file; `keep`: on every page whose text is present even if scripts do not run; `freeze`: on no pages, so pages with scripts are rendered and get the bundle's own runtime. `render: never` and `render: always` take precedence.",
    ),
  search: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe('`auto`: the bundle includes offline search; `off`: it does not.'),
  onVerificationFailure: z
    .enum(['fail', 'report'])
    .default('fail')
    .describe(
      'What happens when verification finds faults. `fail`: the export fails with exit code 5, and its bundle can still be downloaded; `report`: the export completes, and its verdict reports them.',
    ),
  sampleMin: z
    .int()
    .min(0)
    .max(1000)
    .default(12)
    .describe('Minimum number of pages that verification opens.'),
  sampleMax: z
    .int()
    .min(0)
    .max(100_000)
    .default(40)
    .describe('Maximum number of pages that verification opens.'),
  sampleMaxMs: z.int().min(0).default(90_000).describe('Time limit for verification, in ms.'),
  viewportWidth: z.int().min(200).max(4000).default(1280).describe('Width of the browser window, in pixels.'),
  viewportHeight: z
    .int()
    .min(200)
    .max(4000)
    .default(900)
    .describe('Height of the browser window, in pixels.'),
  format: z.enum(['zip', 'tar.gz']).default('zip').describe('Archive format of the bundle.'),
  basePath: z
    .string()
    .max(200)
    .regex(
      BASE_PATH,
      'must start with a slash, must not end with one, and can contain only letters, digits, slashes and - . _ ~',
    )
    .default('')
    .describe(
      'Path under which the bundle will be served. If empty, it is served from the root. Sitemaps, canonical links and preview image addresses include this path. Example: `/docs`.',
    ),
});

export type ExportSettings = Readonly<z.infer<typeof exportSettings>>;
export type ExportSettingsInput = z.input<typeof exportSettings>;

/** Partial settings, as set by a request or a project, without the defaults of the others. */
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
