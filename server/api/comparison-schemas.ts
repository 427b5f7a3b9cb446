import { z } from 'zod';
import { exportJobId } from './schemas.ts';

/** What the API tells about the differences of two exports. */
const path = z.string().meta({ description: 'Of the page in the bundle.', examples: ['guide/index.html'] });
const title = z.string().meta({ description: 'As the page names itself.', examples: ['Guide · Example'] });
const lines = (what: string) => z.int().meta({ description: `Lines of text that ${what}.`, examples: [3] });
const count = (what: string) => z.int().meta({ description: what, examples: [12] });
const texts = (what: string) =>
  z
    .array(z.string())
    .meta({ description: `Lines that ${what}, at most 20.`, examples: [['© 2026 Example']] });

const pageChange = z.enum(['text', 'around', 'code']).meta({
  description:
    'What differs: `text`, the content of the page; `around`, only navigation, header or footer, or what changed in the same way on many pages; `code`, nothing that is read (markup, scripts, style).',
  examples: ['text'],
});

const side = z.strictObject({
  jobId: exportJobId,
  version: z.string().meta({ description: 'The label of the bundle.', examples: ['2026.11'] }),
  digest: z.string().meta({ description: 'Names its content.', examples: ['9f3c…'] }),
});

const page = z.strictObject({ path, title });
const pages = (what: string) => z.array(page).describe(what);

export const comparisonQuery = z.object({
  base: exportJobId
    .optional()
    .describe('The earlier export. Left out: the one of the same project that completed before.'),
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
        added: pages('Pages that only the later one has.'),
        removed: pages('Pages that only the earlier one has.'),
        changed: z
          .array(page.extend({ change: pageChange, added: lines('came'), removed: lines('went') }))
          .describe('Pages that both have, with other bytes.'),
        unchanged: count('Pages that both have, byte for byte.'),
      })
      .describe('What became of pages, by path.'),
    files: z
      .strictObject({
        added: count('That only the later one has.'),
        removed: count('That only the earlier one has.'),
        changed: count('With other bytes.'),
        unchanged: count('The same in both.'),
      })
      .describe('What is no page: pictures, styles, scripts, downloads.'),
    repeated: z
      .array(
        z.strictObject({
          removed: texts('went'),
          added: texts('came'),
          pages: count('On so many pages.'),
          example: path,
        }),
      )
      .describe(
        'Changes that are the same on many pages (a footer, a menu), the most frequent first, at most 50.',
      ),
  })
  .meta({ id: 'Comparison', description: 'What became of one export in another of the same site.' });

export const pageQuery = comparisonQuery.extend({
  path: z
    .string()
    .min(1)
    .max(4096)
    .meta({ description: 'Of the page in the bundle.', examples: ['guide/index.html'] }),
});

export const pageComparison = z
  .strictObject({
    path,
    title,
    change: z
      .enum(['added', 'removed', 'text', 'around', 'code', 'none'])
      .meta({ description: 'As in the comparison; `none`: it is the same.', examples: ['text'] }),
    of: z.enum(['content', 'page']).meta({
      description: 'Whose lines differ: those of the content, or all of the page.',
      examples: ['content'],
    }),
    patch: z.string().meta({
      description: 'The difference as `git diff` writes it, a line a block of text. Empty: no text differs.',
      examples: [
        '--- a/guide/index.html\n+++ b/guide/index.html\n@@ -1,1 +1,1 @@\n-Old words.\n+New words.\n',
      ],
    }),
  })
  .meta({ id: 'PageComparison', description: 'What became of the text of one page.' });

export const pictureQuery = z.object({ path: pageQuery.shape.path });
