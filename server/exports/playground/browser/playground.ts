import { redirectCalls } from './api-call-routing.ts';
import { openDocuments } from './documents.ts';
import { mendLinks } from './links.ts';
import { showNotice } from './notice.ts';
import { addPolicy } from './page-content-security-policy.ts';
import { revealTarget } from './reveal-target.ts';
import { readSite } from './site.ts';

/**
 * The first script of a page with an API playground, before those of the site: leads the calls of the page to the one
 * address that the operator has set in offprint-site.js, and forbids all others; what it fetches of its own site comes
 * from the scripts that follow. A classic script in the head.
 */
function install(): void {
  const script = document.currentScript as HTMLScriptElement;
  const site = readSite();
  addPolicy(script.dataset.policy ?? '', site?.address.origin);
  const root = new URL('.', script.src);
  const kept = (script.dataset.hosts ?? '').split(' ').filter((host) => host !== '');
  const documents = openDocuments(root, script.dataset.origin);
  mendLinks(documents);
  revealTarget();
  // Without its playground, a page has nothing that readers would call.
  const onRefused = script.dataset.calls === 'none' ? (): void => {} : showNotice;
  redirectCalls({ root, kept, site, documents, onRefused });
}

install();
