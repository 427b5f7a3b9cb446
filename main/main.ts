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

/** Entry point of the desktop app, and the only module that imports Electron. */
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
