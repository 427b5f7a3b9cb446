import { expect, it } from 'vitest';
import { newBackup } from './backup-schemas.ts';
import { validated } from './validate.ts';

it('refuses a passphrase that is too short, by the characters that a person counts', () => {
  const refused = 'The field "passphrase" is not valid: must have at least 12 characters.';
  const asked = (passphrase: string) => () => validated(newBackup, { passphrase }, 'field');
  expect(asked('eleven char')).toThrow(refused);
  expect(asked('\u{1F511}'.repeat(6))).toThrow(refused);
  expect(asked('\u{1F511}'.repeat(12))).not.toThrow();
});
