import { addAuditEntry, type NewAuditEntry } from '../store/audit.ts';
import { type Store, transact } from '../store/database.ts';
import {
  createHostedSite,
  type HostedSite,
  type HostedSiteChange,
  type NewHostedSite,
  removeHostedSite,
  requireHostedSite,
  updateHostedSite,
} from '../store/hosted-sites.ts';

/** Who requested a change to a hosted site, for the audit log; undefined: the server itself. */
export type AskedBy = Readonly<{
  by: string;
  action: NewAuditEntry['action'];
  detail?: NewAuditEntry['detail'];
}>;

/** Commands that change the list of hosted sites. hosted-sites.ts then serves them accordingly. */
export function hostingCommands(store: Store) {
  const note = ({ id, name }: HostedSite, asked: AskedBy | undefined): void => {
    if (!asked) return;
    const { by, action, detail = {} } = asked;
    addAuditEntry(store, { by, action, subject: name, id, detail });
  };
  return {
    createHostedSite: (site: NewHostedSite): HostedSite => createHostedSite(store, site),
    updateHostedSite: (id: string, change: HostedSiteChange, asked?: AskedBy): HostedSite =>
      transact(store, () => {
        const changed = updateHostedSite(store, id, change);
        note(changed, asked);
        return changed;
      }),
    removeHostedSite: (id: string, asked?: AskedBy): void =>
      transact(store, () => {
        note(requireHostedSite(store, id), asked);
        removeHostedSite(store, id);
      }),
  };
}
