import { z } from 'zod';
import { FINDING_CODES } from '../docs-site/findings.ts';
import { count, shownSite } from './schemas.ts';

const finding = z.strictObject({
  code: z.enum(FINDING_CODES).meta({ description: 'The kind of finding.', examples: ['broken-link'] }),
  file: z.string().meta({ description: 'File in the repository.', examples: ['guide/start.mdx'] }),
  line: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Line number in the file.', examples: [12] }),
  message: z.string().meta({
    description: 'What is wrong.',
    examples: ['The link to /old does not point to a page or file.'],
  }),
});

export const previewRequest = z
  .strictObject({
    branch: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description: 'Branch to preview. Default: the branch set in the origin.',
        examples: ['next'],
      }),
  })
  .meta({ id: 'SitePreviewRequest', description: 'The branch to preview.' });

const siteUrl = shownSite.shape.siteUrl;

export const sitePreview = z
  .strictObject({
    siteUrl,
    version: z.string().meta({
      description: 'The commit shown, or `folder` if the origin is a folder.',
      examples: ['4f1c8d2e7a90b35c6d1e2f3a4b5c6d7e8f901234'],
    }),
    pages: count.meta({ description: 'Number of pages.', examples: [312] }),
    findings: z.array(finding).meta({
      description: 'Problems in the source that affect what readers see.',
      examples: [[]],
    }),
  })
  .meta({ id: 'SitePreview', description: 'A preview of a docs.json site.' });

export const changePreview = z
  .strictObject({
    beforeUrl: siteUrl.meta({ description: 'The site before the change.' }),
    afterUrl: siteUrl.meta({ description: 'The site after the change.' }),
    pages: z
      .array(
        z.strictObject({
          page: z.string().meta({ description: "The page's path on the site.", examples: ['/guide/start'] }),
          title: z.string().meta({ description: 'Page title.', examples: ['Start'] }),
          change: z
            .enum(['added', 'changed', 'removed'])
            .meta({ description: 'Whether the page was added, changed or removed.', examples: ['changed'] }),
        }),
      )
      .meta({ description: 'Pages whose text differs.' }),
    findings: z.array(finding).meta({ description: 'Findings caused by the change.', examples: [[]] }),
  })
  .meta({
    id: 'ChangePreview',
    description: "A docs.json site before and after an agent job's change.",
  });
