import { z } from 'zod';
import { OffprintError } from '../errors.ts';
import { MANIFEST_FILE } from './own-files.ts';

const manifestSchema = z.object({
  format: z.literal('offprint-bundle'),
  formatVersion: z.literal(1),
  domain: z.string(),
  /** Label of the exported version: what `staticExport.version` pins. */
  version: z.string(),
  /** SHA-256 over the sorted list of files, see content-digest.ts. */
  digest: z.string(),
  generator: z.string(),
  counts: z.object({
    pages: z.int(),
    files: z.int(),
    sizeBytes: z.int(),
    /** Things that the site lists or needs and that are not in the bundle. */
    missing: z.int(),
  }),
  /** What shaped the content. */
  settings: z.record(z.string(), z.unknown()),
  operatorFiles: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), sha256: z.string(), sizeBytes: z.int() })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestFile = Manifest['files'][number];

/** @throws OffprintError `integrity` */
export function parseManifest(text: string): Manifest {
  return parseOwnFile(text, manifestSchema, { file: MANIFEST_FILE, form: 'manifest', of: 'bundle' });
}

/**
 * What Offprint itself has written into an archive.
 * @param what names the file, what it should be, and the archive, for the error
 * @throws OffprintError `integrity`
 */
export function parseOwnFile<T>(
  text: string,
  schema: z.ZodType<T>,
  { file, form, of }: Readonly<{ file: string; form: string; of: string }>,
): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OffprintError('integrity', `${file} is not valid JSON. Fetch the ${of} again from its source.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new OffprintError(
    'integrity',
    `${file} is not a valid ${form} (at "${where}"). The ${of} is damaged or was made by a newer version of Offprint.`,
  );
}
