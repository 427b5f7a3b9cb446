import { z } from 'zod';

const path = z.string().min(1).max(4_096);

export const folderSettings = z
  .strictObject({
    kind: z.literal('folder').describe("A folder of the server's computer."),
    path: path.describe("Absolute path of a folder on the server's computer. Must exist."),
  })
  .meta({ id: 'FolderTarget', description: 'A folder, local or mounted.' });

export const driveSettings = z
  .strictObject({
    kind: z.literal('drive').describe('A drive that is carried.'),
    label: z.string().min(1).max(100).optional().describe('Label of the drive, wherever it is mounted.'),
    path: path.optional().describe('Where it is mounted. Give this or `label`.'),
    folder: z
      .string()
      .max(1_000)
      .regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[^\\\p{Cc}]*$/u, 'give a folder of the drive, without .. and \\')
      .optional()
      .describe('Folder of the drive. Left out: offprint.'),
  })
  .refine(({ label, path }) => (label === undefined) !== (path === undefined), {
    error: 'give label or path',
  })
  .meta({
    id: 'DriveTarget',
    description: 'A drive that is carried, found by label or by where it is mounted.',
  });

/** How a target is reached, without its secrets. */
export const targetSettings = z.discriminatedUnion('kind', [folderSettings, driveSettings]);
export type TargetSettings = Readonly<z.infer<typeof targetSettings>>;
export type TargetKind = TargetSettings['kind'];

/** What a target may have to keep secret. */
export const secretFields = [
  'password',
  'privateKey',
  'passphrase',
  'secretAccessKey',
  'sessionToken',
] as const;
export type SecretField = (typeof secretFields)[number];
export type TargetSecrets = Readonly<Partial<Record<SecretField, string>>>;

/** Where it is, for people. */
export function placeOfTarget(settings: TargetSettings): string {
  switch (settings.kind) {
    case 'folder':
      return settings.path;
    case 'drive':
      return `drive ${settings.label ?? settings.path}, ${folderOfDrive(settings)}`;
  }
}

/** Relative to where the drive is mounted. */
export function folderOfDrive({ folder }: Pick<z.infer<typeof driveSettings>, 'folder'>): string {
  return folder ?? 'offprint';
}
