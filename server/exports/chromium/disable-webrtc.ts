/**
 * Runs in a page before its own scripts: takes away WebRTC. It is the one thing in a page that no proxy holds: as soon as
 * it is used, the browser asks the system for its own addresses by UDP sockets to public ones (nothing is sent).
 */
export function removePeers(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection'])
    Reflect.deleteProperty(globalThis, name);
}
