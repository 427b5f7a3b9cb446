import { type Host, openHost } from '../../server/writer/host.ts';
import { builtPorts } from './built.ts';
import { atFileEnd } from './cleanup.ts';
import { dataFolder } from './fixture-site.ts';

/** A data folder with its host, in this process. It may contain projects of other tests of the file. */
export type LentHost = Readonly<{
  data: string;
  host: Host;
  /** Returns a host name that no project of the data folder has. */
  freeDomain: () => string;
  giveBack: () => void;
  close: () => Promise<void>;
}>;

const idle: LentHost[] = [];

/**
 * Lends an idle host: starting the writer process and its threads costs as much as ten small exports. A test that needs
 * a new data folder, or a host that dies, opens its own.
 */
export async function lendHost(): Promise<LentHost> {
  const known = idle.pop();
  if (known) return known;
  const data = dataFolder();
  const host = await openHost(data, builtPorts);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await host.close();
    isOpen = false;
  };
  atFileEnd(() => {
    idle.length = 0;
    return close();
  });
  let domains = 0;
  const lent: LentHost = {
    data,
    host,
    freeDomain: () => `site-${++domains}.localhost`,
    giveBack: () => {
      if (isOpen && !idle.includes(lent)) idle.push(lent);
    },
    close,
  };
  return lent;
}
