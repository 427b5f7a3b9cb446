import os from 'node:os';

const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];

/**
 * Returns the other address that browsers try for names below `localhost`, if this machine has it. A server for
 * browsers listens on both: otherwise a program that uses the other one at the same port would receive its requests.
 * @param host `127.0.0.1` or `::1`; any other value has no counterpart
 */
export function otherLoopbackAddress(host: string): string | undefined {
  if (!LOOPBACK.includes(host)) return undefined;
  const own = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
  return LOOPBACK.find((address) => address !== host && own.some((one) => one.address === address));
}
