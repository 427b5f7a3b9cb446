import { z } from 'zod';

const path = z.string().min(1).max(4_096);

export const folderSettings = z
  .strictObject({
    kind: z.literal('folder'),
    path: path.describe("Absolute path of a folder on the server's computer. Must exist."),
  })
  .meta({ id: 'FolderTarget', description: 'A folder, local or mounted.' });

/** How a target is reached, without its secrets. */
export const targetSettings = z.discriminatedUnion('kind', [folderSettings]);
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
  }
}
