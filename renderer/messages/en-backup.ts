/** Texts about backups of the data folder. */
export const enBackup = {
  'backup.title': 'Backup',
  'backup.text':
    'A copy of this data folder in one file. Exports and agent jobs keep running while it is being created. Unfinished jobs resume after a restore.',
  'backup.withKeys': 'Include keys, encrypted with a passphrase',
  'backup.withKeysHint':
    'API keys, saved passwords and the key that signs bundles. If you leave them out, you will have to create or enter them again after a restore.',
  'backup.passphrase': 'Passphrase',
  'backup.passphraseHint':
    'At least 12 characters. A lost passphrase cannot be recovered. Store it separately from the backup.',
  'backup.again': 'Confirm the passphrase',
  'backup.notSame': 'The passphrases do not match',
  'backup.make': 'Download backup',
  'backup.making': 'Creating the backup…',
  'backup.made': 'Backup downloaded',
  'backup.tooLarge':
    'This data folder is too large to download ({size}). On the server, run: offprint backup backup.zip',
  'backup.restore':
    'To restore a backup, verify the file, then create a new data folder from it. An existing folder is never overwritten. Stop the old server first, or both servers will run the same jobs.',
  'backup.copyCommands': 'Copy commands',
} as const;
