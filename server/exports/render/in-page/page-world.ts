import { removePeers } from '../../chromium/disable-webrtc.ts';
import { preparePage } from './prepare-page.ts';

// Runs in the page's world in every document and frame of a tab, before their own scripts.
removePeers();
preparePage();
