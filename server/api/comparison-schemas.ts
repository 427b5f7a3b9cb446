import { z } from 'zod';
import { exportJobId } from './schemas.ts';

/** What the API tells about the differences of two exports. */
const path = z
  .string()
  .meta({ description: 'Path of the page in the bundle.', examples: ['guide/index.html'] });
const title = z.string().meta({ description: 'Title of the page.', examples: ['Guide · Example'] });
const lines = (what: string) => z.int().meta({ description: `Lines of text that ${what}.`, examples: [3] });
const count = (what: string) => z.int().meta({ description: what, examples: [12] });
const texts = (what: string) =>
  z.array(z.string()).meta({ description: `Lines that ${what}, up to 20.`, examples: [['© 2026 Example']] });

const pageChange = z.enum(['text', 'around', 'code']).meta({
  description:
    'What differs. `text`: the content of the page. `around`: only navigation, header or footer, or a change shared with many other pages. `code`: nothing readers see as text (markup, scripts, styles).',
  examples: ['text'],
});

const side = z.strictObject({
  jobId: exportJobId,
  version: z.string().meta({ description: 'Version label of the bundle.', examples: ['2026.11'] }),
  digest: z.string().meta({ description: 'Digest of its content.', examples: ['9f3c…'] }),
});

const page = z.strictObject({ path, title });
const pages = (what: string) => z.array(page).describe(what);

export const comparisonQuery = z.object({
  base: exportJobId
    .optional()
    .describe('The earlier export. Default: the previous completed export of the project.'),
});

export const comparison = z
  .strictObject({
    base: side.describe('What it is compared with.'),
    target: side.describe('What is compared.'),
    isSame: z
      .boolean()
      .meta({ description: 'Both have the same content, byte for byte.', examples: [false] }),
    pages: z
      .strictObject({
        added: pages('Pages only in the later export.'),
        removed: pages('Pages only in the earlier export.'),
        changed: z
          .array(page.extend({ change: pageChange, added: lines('came'), removed: lines('went') }))
          .describe('Pages in both, with different bytes.'),
        unchanged: count('Pages in both, byte for byte identical.'),
      })
      .describe('The pages, by path.'),
    files: z
      .strictObject({
        added: count('Only in the later export.'),
        removed: count('Only in the earlier export.'),
        changed: count('With different bytes.'),
        unchanged: count('Identical in both.'),
      })
      .describe('Other files: images, styles, scripts, downloads.'),
    repeated: z
      .array(
        z.strictObject({
          removed: texts('went'),
          added: texts('came'),
          pages: count('Number of pages it is on.'),
          example: path,
        }),
      )
      .describe('Changes that are the same on many pages (a footer, a menu), most frequent first, up to 50.'),
  })
  .meta({ id: 'Comparison', description: 'How one export of a site differs from another.' });

export const pageQuery = comparisonQuery.extend({
  path: z
    .string()
    .min(1)
    .max(4096)
    .meta({ description: 'Path of the page in the bundle.', examples: ['guide/index.html'] }),
});

export const pageComparison = z
  .strictObject({
    path,
    title,
    change: z
      .enum(['added', 'removed', 'text', 'around', 'code', 'none'])
      .meta({ description: 'As in the comparison; `none` if the page is the same.', examples: ['text'] }),
    of: z.enum(['content', 'page']).meta({
      description: 'Which lines were compared: those of the content, or of the whole page.',
      examples: ['content'],
    }),
    patch: z.string().meta({
      description:
        'The difference in the format of `git diff`, one line per block of text. Empty if no text differs.',
      examples: [
        '--- a/guide/index.html\n+++ b/guide/index.html\n@@ -1,1 +1,1 @@\n-Old words.\n+New words.\n',
      ],
    }),
  })
  .meta({ id: 'PageComparison', description: 'How the text of one page differs.' });

export const pictureQuery = z.object({ path: pageQuery.shape.path });
