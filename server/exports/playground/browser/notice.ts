const TEXT =
  'This copy of the documentation has no API server to call. Whoever provided this copy can set an API address (apiAddress) in the file offprint-site.js.';

const STYLE =
  'position:fixed;left:16px;bottom:16px;max-width:min(420px,calc(100vw - 32px));box-sizing:border-box;margin:0;padding:10px 14px;border:1px solid #8a6d00;border-radius:8px;background:#fff8dc;color:#222;font:14px/1.4 system-ui,sans-serif;z-index:2147483000';

/**
 * Explains in a corner of the page why a call was blocked. Only after user interaction, because calls that scripts make
 * while the page loads do not come from the playground.
 */
export function showNotice(): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (document.querySelector('[data-offprint=playground]')) return;
  const notice = document.createElement('p');
  notice.dataset.offprint = 'playground';
  notice.setAttribute('role', 'alert');
  notice.style.cssText = STYLE;
  notice.textContent = TEXT;
  document.body.append(notice);
}
