import os from 'node:os';

/** There is nothing but loopback, as below scripts/no-network.sh: no registry either. */
export const isOffline = Object.values(os.networkInterfaces()).every((addresses) =>
  addresses?.every(({ internal }) => internal),
);
