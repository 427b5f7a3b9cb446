import os from 'node:os';

/** Whether there is only loopback, as below scripts/no-network.sh: then there is no registry either. */
export const isOffline = Object.values(os.networkInterfaces()).every((addresses) =>
  addresses?.every(({ internal }) => internal),
);
