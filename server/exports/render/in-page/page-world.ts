import { removePeers } from '../../chromium/disable-webrtc.ts';
import { preparePage } from './prepare-page.ts';

// Runs in every document and frame of a tab before anything of its own, in the page's world.
removePeers();
preparePage();
