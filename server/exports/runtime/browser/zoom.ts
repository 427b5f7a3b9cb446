/** Enlarges images on click if their cursor indicates that the site did. */
export function installZoom(): void {
  document.addEventListener('click', ({ target }) => {
    const image = target instanceof HTMLImageElement ? target : undefined;
    if (image && isZoomable(image)) zoom(image);
  });
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (key !== 'Enter' || !(target instanceof HTMLImageElement) || !isZoomable(target)) return;
    event.preventDefault();
    zoom(target);
  });
  for (const image of document.images) {
    if (isZoomable(image) && !image.hasAttribute('tabindex')) image.tabIndex = 0;
  }
}

function isZoomable(image: HTMLImageElement): boolean {
  return /zoom-in/.test(getComputedStyle(image).cursor) && !image.closest('a[href]');
}

function zoom(image: HTMLImageElement): void {
  const dialog = document.createElement('dialog');
  dialog.dataset.offprint = '';
  dialog.setAttribute('aria-label', image.alt);
  dialog.style.cssText =
    'max-width:100vw;max-height:100vh;padding:0;border:0;background:none;cursor:zoom-out;margin:auto';
  const large = new Image();
  large.src = image.currentSrc || image.src;
  large.alt = image.alt;
  large.style.cssText = 'display:block;max-width:96vw;max-height:96vh;width:auto;height:auto;cursor:zoom-out';
  dialog.append(large);
  document.body.append(dialog);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    image.focus({ preventScroll: true });
  });
  dialog.showModal();
}
