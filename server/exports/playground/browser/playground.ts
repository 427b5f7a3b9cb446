import { redirectCalls } from './api-call-routing.ts';
import { openDocuments } from './documents.ts';
import { mendLinks } from './links.ts';
import { showNotice } from './notice.ts';
import { addPolicy } from './page-content-security-policy.ts';
import { revealTarget } from './reveal-target.ts';
import { readSite } from './site.ts';

/**
 * First script of a page with an API playground; a classic script in the head, before the site's own scripts. Redirects
 * the page's API calls to the only address that the operator has set in offprint-site.js and blocks all others.
 * Documents of the site come from the scripts that follow.
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
  // A page without its playground has nothing that readers would call.
  const onRefused = script.dataset.calls === 'none' ? (): void => {} : showNotice;
  redirectCalls({ root, kept, site, documents, onRefused });
}

install();
