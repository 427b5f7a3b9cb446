/**
 * Runs in a page before its own scripts: removes WebRTC, the only page feature that bypasses the proxy. As soon as it
 * is used, the browser determines its own addresses by opening UDP sockets to public ones (without sending anything).
 */
export function removePeers(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection'])
    Reflect.deleteProperty(globalThis, name);
}
