import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { atFileEnd } from './cleanup.ts';

const real = crypto.scrypt;

/**
 * Derives keys with a hundredth of the work for the rest of the test file: the usual half second per key only makes
 * guessing expensive and changes no other behaviour. server/secrets/passphrase.test.ts tests the real cost.
 */
export function useCheapScrypt(): void {
  const cheap = (password: string, salt: Buffer, length: number, options: object, done: never): void =>
    real(password, salt, length, { ...options, N: 2 ** 10 }, done);
  crypto.scrypt = cheap as typeof crypto.scrypt;
  syncBuiltinESMExports();
  atFileEnd(() => {
    crypto.scrypt = real;
    syncBuiltinESMExports();
  });
}
