import fs from 'node:fs';
import path from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const state = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(640).max(20_000),
  height: z.int().min(480).max(20_000),
  isMaximized: z.boolean(),
});

export type WindowState = Readonly<{
  x?: number;
  y?: number;
  width: number;
  height: number;
  isMaximized: boolean;
}>;

const FIRST: WindowState = { width: 1280, height: 800, isMaximized: false };
/** Width of the title bar that must be visible to drag the window. */
const SEEN_PX = 100;

/** Reads the last window position. Returns the default size if it is unknown or no longer on any screen. */
export function readWindowState(file: string, screens: readonly Rectangle[]): WindowState {
  try {
    const kept = state.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    const { x, y, ...size } = kept;
    const isSeen =
      x !== undefined &&
      y !== undefined &&
      screens.some(
        (area) =>
          x + kept.width >= area.x + SEEN_PX &&
          x <= area.x + area.width - SEEN_PX &&
          y >= area.y &&
          y <= area.y + area.height - SEEN_PX,
      );
    return isSeen ? { ...size, x, y } : size;
  } catch {
    return FIRST;
  }
}

/** Writes the state atomically. A write error does not keep the window from closing. */
export function writeWindowState(file: string, kept: WindowState): void {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${process.pid}`;
    fs.writeFileSync(temporary, JSON.stringify(kept), { mode: 0o600 });
    fs.renameSync(temporary, file);
  } catch {
    // The window opens at its default position next time, which is not worth a message.
  }
}
