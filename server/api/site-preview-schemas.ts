import { z } from 'zod';
import { FINDING_CODES } from '../docs-site/findings.ts';
import { count, shownSite } from './schemas.ts';

const finding = z.strictObject({
  code: z.enum(FINDING_CODES).meta({ description: 'What kind it is.', examples: ['broken-link'] }),
  file: z.string().meta({ description: 'File of the repository.', examples: ['guide/start.mdx'] }),
  line: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Line in it.', examples: [12] }),
  message: z
    .string()
    .meta({ description: 'What is wrong.', examples: ['The link to /old leads to no page and no file.'] }),
});

export const previewRequest = z
  .strictObject({
    branch: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description: 'Branch to show. Left out: that of the origin.',
        examples: ['next'],
      }),
  })
  .meta({ id: 'SitePreviewRequest', description: 'Which branch is shown.' });

const siteUrl = shownSite.shape.siteUrl;

export const sitePreview = z
  .strictObject({
    siteUrl,
    version: z.string().meta({
      description: 'The commit that is shown; `folder` for a folder.',
      examples: ['4f1c8d2e7a90b35c6d1e2f3a4b5c6d7e8f901234'],
    }),
    pages: count.meta({ description: 'Pages of the site.', examples: [312] }),
    findings: z.array(finding).meta({
      description: 'What could not be shown as its author meant it.',
      examples: [[]],
    }),
  })
  .meta({ id: 'SitePreview', description: 'The site of a docs.json, as a branch has it.' });

export const changePreview = z
  .strictObject({
    beforeUrl: siteUrl.meta({ description: 'The site before the change.' }),
    afterUrl: siteUrl.meta({ description: 'The site with the change.' }),
    pages: z
      .array(
        z.strictObject({
          page: z.string().meta({ description: 'Its address in the site.', examples: ['/guide/start'] }),
          title: z.string().meta({ description: 'Its title.', examples: ['Start'] }),
          change: z
            .enum(['added', 'changed', 'removed'])
            .meta({ description: 'How it differs.', examples: ['changed'] }),
        }),
      )
      .meta({ description: 'Pages whose text differs.' }),
    findings: z.array(finding).meta({ description: 'Findings that the change brings.', examples: [[]] }),
  })
  .meta({
    id: 'ChangePreview',
    description: 'The site of a docs.json before and after the change of an agent job.',
  });
