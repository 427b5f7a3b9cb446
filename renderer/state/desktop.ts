import { useEffect, useState } from 'react';
import type { Surface } from '../../preload/surface.types.ts';
import { t } from '../messages/t.ts';
import { toast } from '../ui/overlays.tsx';
import type { Overlay } from './overlay.ts';

/** Handles commands from the menu, deep links and notifications, and reports that the page is ready for them. */
export function useDesktop(desktop: Surface | undefined, open: (overlay: Overlay) => void): void {
  useEffect(() => {
    if (!desktop) return;
    const stops = [
      desktop.onGo(({ hash }) => {
        location.hash = hash;
      }),
      desktop.onCommand(open),
    ];
    desktop.ready().then(
      ({ apiProblem }) => {
        if (apiProblem !== null) toast(t('app.apiOff'), { detail: apiProblem, isError: true });
      },
      () => {},
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [desktop, open]);
}

/**
 * Accepts folders dropped anywhere on the window. @returns whether files are being dragged over it
 */
export function useDroppedFolder(desktop: Surface | undefined, take: (folder: string) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!desktop) return;
    const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = holdsFiles(event) ? 'copy' : 'none';
      setOver(holdsFiles(event));
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      desktop.droppedFolder(file).then(take, (error: Error) => {
        toast(t('app.notDropped'), { detail: error.message, isError: true });
      });
    };
    // When an element moves under the pointer, `dragenter` fires without another `dragover` before the drop.
    window.addEventListener('dragenter', over);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [desktop, take]);
  return isOver;
}
