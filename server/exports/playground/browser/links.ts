import type { Documents } from './documents.ts';

/**
 * Fixes links to bundled documents that scripts insert. Root-relative links would otherwise resolve to the root of the
 * disk.
 */
export function mendLinks({ fileOf }: Documents): void {
  const mend = (): void => {
    for (const link of document.links) {
      const file = /^(https?|file):/.test(link.protocol) ? fileOf(new URL(link.href)) : undefined;
      if (file && link.href !== file.href) link.setAttribute('href', file.href);
    }
  };
  const changes = { childList: true, subtree: true, attributeFilter: ['href'] };
  new MutationObserver(mend).observe(document, changes);
}
