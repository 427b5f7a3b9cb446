import { z } from 'zod';
import { OffprintError } from '../errors.ts';
import { MANIFEST_FILE } from './own-files.ts';

const manifestSchema = z.object({
  format: z.literal('offprint-bundle'),
  formatVersion: z.literal(1),
  domain: z.string(),
  /** Label of the exported version, which `staticExport.version` can pin. */
  version: z.string(),
  /** SHA-256 over the sorted file list, see content-digest.ts. */
  digest: z.string(),
  generator: z.string(),
  counts: z.object({
    pages: z.int(),
    files: z.int(),
    sizeBytes: z.int(),
    /** Number of resources that the site lists or needs but that are not in the bundle. */
    missing: z.int(),
  }),
  /** Settings that affect the content. */
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
 * Parses a JSON file that Offprint wrote into an archive.
 * @param what names the file, its expected form and the kind of archive, for the error message
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
