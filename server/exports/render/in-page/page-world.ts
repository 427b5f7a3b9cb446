import { removePeers } from '../../chromium/no-peers.ts';
import { preparePage } from './prepare-page.ts';

// Runs in every document and frame of a tab before anything of its own, in the page's world.
removePeers();
preparePage();
