import type { Event, Session, WebContents } from 'electron';
import type { ElectronApis } from './electron.types.ts';
import { externalUrl } from './external-links.ts';
import { isInterfacePage, ownUrl } from './origin.ts';

/** Whether a URL belongs to an exported site that this app's server is showing (server/shown-sites.ts). */
export type IsShownSite = (url: string) => boolean;

/**
 * Prevents every web page in this app from navigating or opening windows. Exported sites are shown in frames or in the
 * system's browser.
 * @param isHostedSite whether a URL belongs to a site that this app hosts; those open only in the system's browser
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

/** Denies all permissions and all network access in every session of this app. */
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
    // Files that pages create, such as the diagnostics; bundles are saved by the main process.
    if (!item.getURL().startsWith('blob:app://bundle/')) event.preventDefault();
  });
  session.setSpellCheckerEnabled(false);
}

function isInterface(contents: WebContents | null): boolean {
  return contents !== null && isInterfacePage(contents.getURL());
}

/** Whether a URL belongs to this app itself. `devtools:` only occurs while developer tools are open. */
function isLocal(url: string): boolean {
  return ownUrl(url) !== undefined || url.startsWith('blob:app://bundle/') || /^(data|devtools):/.test(url);
}
