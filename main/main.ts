import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  Menu,
  Notification,
  nativeTheme,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron';
import { startApp } from './app.ts';

/** The entry of the desktop app: the one place that imports Electron. */
startApp({
  app,
  BrowserWindow,
  clipboard,
  dialog,
  Menu,
  Notification,
  nativeTheme,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
});
