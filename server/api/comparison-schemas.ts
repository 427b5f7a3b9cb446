import { z } from 'zod';
import { exportJobId } from './schemas.ts';

const path = z
  .string()
  .meta({ description: 'Path of the page in the bundle.', examples: ['guide/index.html'] });
const title = z.string().meta({ description: 'Title of the page.', examples: ['Guide · Example'] });
const lines = (what: string) =>
  z.int().meta({ description: `Number of lines of text that ${what}.`, examples: [3] });
const count = (what: string) => z.int().meta({ description: what, examples: [12] });
const texts = (what: string) =>
  z.array(z.string()).meta({ description: `Lines that ${what}, up to 20.`, examples: [['© 2026 Example']] });

const pageChange = z.enum(['text', 'around', 'code']).meta({
  description:
    "What differs. `text`: the page's content. `around`: only the navigation, header or footer, or a change that many other pages share. `code`: only markup, scripts or styles, not text that readers see.",
  examples: ['text'],
});

const side = z.strictObject({
  jobId: exportJobId,
  version: z.string().meta({ description: 'Version label of the bundle.', examples: ['2026.11'] }),
  digest: z.string().meta({ description: "Digest of the bundle's content.", examples: ['9f3c…'] }),
});

const page = z.strictObject({ path, title });
const pages = (what: string) => z.array(page).describe(what);

export const comparisonQuery = z.strictObject({
  base: exportJobId
    .optional()
    .describe("The earlier export. Default: the project's previous completed export."),
});

export const comparison = z
  .strictObject({
    base: side.describe('The earlier export.'),
    target: side.describe('The later export.'),
    isSame: z
      .boolean()
      .meta({ description: 'Whether both exports have the same content, byte for byte.', examples: [false] }),
    pages: z
      .strictObject({
        added: pages('Pages only in the later export.'),
        removed: pages('Pages only in the earlier export.'),
        changed: z
          .array(
            page.extend({ change: pageChange, added: lines('were added'), removed: lines('were removed') }),
          )
          .describe('Pages that are in both exports but differ.'),
        unchanged: count('Number of pages that are identical in both exports, byte for byte.'),
      })
      .describe('The pages, sorted by path.'),
    files: z
      .strictObject({
        added: count('Number of files only in the later export.'),
        removed: count('Number of files only in the earlier export.'),
        changed: count('Number of files that are in both exports but differ.'),
        unchanged: count('Number of files that are identical in both exports.'),
      })
      .describe('Other files: images, styles, scripts and downloads.'),
    repeated: z
      .array(
        z.strictObject({
          removed: texts('were removed'),
          added: texts('were added'),
          pages: count('Number of pages with this change.'),
          example: path,
        }),
      )
      .describe(
        'Changes that are the same on many pages (such as in a footer or menu), most frequent first, up to 50.',
      ),
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
    change: z.enum(['added', 'removed', 'text', 'around', 'code', 'none']).meta({
      description:
        '`text`, `around` or `code`: what differs, as in the comparison of the exports. `added` or `removed`: the page is in only one of the exports. `none`: nothing differs.',
      examples: ['text'],
    }),
    of: z.enum(['content', 'page']).meta({
      description: "What was compared: only the page's content, or the whole page.",
      examples: ['content'],
    }),
    patch: z.string().meta({
      description:
        'The difference in `git diff` format, with one line per block of text. Empty if the text is the same.',
      examples: [
        '--- a/guide/index.html\n+++ b/guide/index.html\n@@ -1,1 +1,1 @@\n-Old words.\n+New words.\n',
      ],
    }),
  })
  .meta({ id: 'PageComparison', description: 'How the text of a page differs between two exports.' });

export const pictureQuery = z.strictObject({ path: pageQuery.shape.path });
