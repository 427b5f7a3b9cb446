import type { Event, Session, WebContents } from 'electron';
import type { ElectronApis } from './electron.types.ts';
import { externalUrl } from './external-links.ts';
import { isInterfacePage, ownUrl } from './origin.ts';

/** Whether a URL leads to an exported site that the server of this app shows now (server/shown-sites.ts). */
export type IsShownSite = (url: string) => boolean;

/**
 * Keeps every web page that this app ever shows at its place, whoever made it. Exported sites are looked at in frames,
 * or in the browser of the system.
 * @param isHostedSite whether a URL leads to a site that this app serves to readers: seen in that browser alone
 */
export function guardContents(
  { app, shell }: Pick<ElectronApis, 'app' | 'shell'>,
  isShownSite: IsShownSite,
  isHostedSite: IsShownSite,
): void {
  app.on('web-contents-created', (_event, contents) => {
    const keepToInterface = (event: Event<{ url: string; isMainFrame: boolean }>): void => {
      const mayBeThere = event.isMainFrame ? isInterfacePage(event.url) : isShownSite(event.url);
      if (!mayBeThere) event.preventDefault();
    };
    contents.on('will-navigate', keepToInterface);
    contents.on('will-frame-navigate', keepToInterface);
    contents.on('will-redirect', keepToInterface);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      const external = isShownSite(url) || isHostedSite(url) ? url : externalUrl(url);
      if (external !== undefined) shell.openExternal(external).catch(() => {});
      return { action: 'deny' };
    });
  });
}

/** Nothing is permitted, and nothing of the network is reached, in any session that this app ever has. */
export function guardSessions({ app }: Pick<ElectronApis, 'app'>, isShownSite: IsShownSite): void {
  app.on('session-created', (session) => guardSession(session, isShownSite));
}

export function guardSession(session: Session, isShownSite: IsShownSite): void {
  session.setPermissionRequestHandler((contents, permission, decide, { isMainFrame }) =>
    decide(permission === 'clipboard-sanitized-write' && isMainFrame && isInterface(contents)),
  );
  session.setPermissionCheckHandler(
    (contents, permission, _origin, { isMainFrame }) =>
      permission === 'clipboard-sanitized-write' && isMainFrame && isInterface(contents),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide({}));
  session.webRequest.onBeforeRequest((details, decide) =>
    decide({ cancel: !isLocal(details.url) && !isShownSite(details.url) }),
  );
  session.on('will-download', (event, item) => {
    // What pages make themselves (the file of diagnostics); bundles are saved by the main process.
    if (!item.getURL().startsWith('blob:app://bundle/')) event.preventDefault();
  });
  session.setSpellCheckerEnabled(false);
}

function isInterface(contents: WebContents | null): boolean {
  return contents !== null && isInterfacePage(contents.getURL());
}

/** What comes from this app itself. `devtools:` exists only where developer tools are open. */
function isLocal(url: string): boolean {
  return ownUrl(url) !== undefined || url.startsWith('blob:app://bundle/') || /^(data|devtools):/.test(url);
}
