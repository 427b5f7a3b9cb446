import { ChromiumError } from './errors.ts';

/**
 * Returns the browser's complete command line; neither Puppeteer's nor the npm package's defaults are added.
 *
 * @param options.profileFolder absolute path for `--user-data-dir`
 * @param options.allowedHosts allow-list of hosts, see `closedNetworkArguments`
 * @param options.withSharedMemory see hasSharedMemory
 * @param options.withSandbox false only for root on Linux, where Chromium refuses to start with a sandbox
 * @throws ChromiumError `chromium-launch-failed` if an allowed host is not a plain host name or address
 */
export function chromiumArguments(options: {
  profileFolder: string;
  allowedHosts: readonly string[];
  withSandbox: boolean;
  withSharedMemory: boolean;
  extraArgs: readonly string[];
}): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${options.profileFolder}`,
    ...(options.withSandbox ? [] : ['--no-sandbox']),
    ...(options.withSharedMemory ? [] : ['--disable-dev-shm-usage']),
    ...closedNetworkArguments(options.allowedHosts),
    ...quietArguments,
    ...sameEverywhereArguments,
    ...automationArguments,
    ...(process.platform === 'linux' ? lessWorkArguments : []),
    `--disable-features=${disabledFeatures.join(',')}`,
    ...options.extraArgs,
  ];
}

/**
 * Restricts the browser's network access to `allowedHosts`; `file:` and `data:` URLs need no network.
 *
 * Every request goes to a proxy that does not exist, except for the allowed hosts, which are reached directly;
 * `<-loopback>` removes Chromium's default exception for loopback addresses (net/docs/proxy.md). No other name is ever
 * looked up, not even the proxy's: `^NOTFOUND` cannot be a host, so the resolver is not called. `~NOTFOUND` counts as a
 * host in newer versions, which makes the resolver connect a UDP socket to a public address first to check for IPv6.
 * WebRTC would bypass the proxy with UDP and multicast DNS (measured), so it may only use the proxy, and is removed
 * where pages are opened (disable-webrtc.ts). WebTransport and QUIC obey the proxy.
 *
 * @param allowedHosts `127.0.0.1:34567`, `docs.example.com` (any port), `[::1]:8080`
 */
export function closedNetworkArguments(allowedHosts: readonly string[]): string[] {
  const hosts = allowedHosts.map(parseAllowedHost);
  // Resolver rules use bare addresses, without the brackets that URLs put around IPv6.
  const resolvable = hosts.map(({ name }) => `, EXCLUDE ${name.replace(/[[\]]/g, '')}`);
  const reachable = hosts.map(({ name, port }) => `;${name}${port === undefined ? '' : `:${port}`}`);
  return [
    `--host-resolver-rules=MAP * ^NOTFOUND${[...new Set(resolvable)].join('')}`,
    '--proxy-server=http://closed.invalid:9',
    `--proxy-bypass-list=<-loopback>${reachable.join('')}`,
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  ];
}

/** Both lists have their own syntax with wildcards and separators, so only plain names may be inserted. */
function parseAllowedHost(host: string): { name: string; port: string | undefined } {
  const [, name, port] = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(host) ?? [];
  if (name === undefined) {
    throw new ChromiumError(
      'chromium-launch-failed',
      `The browser cannot be limited to the host "${host}". Use a host name or IP address, optionally with a port: docs.example.com, 127.0.0.1:8080 or [::1]:8080. Write international names in xn-- form.`,
    );
  }
  return { name, port };
}

/** Disables what Chromium does on its own behalf: updates, reports, experiments, first-run pages. */
const quietArguments = [
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--noerrdialogs',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** Makes a page render the same pixels regardless of the machine's graphics card, screen and language. */
const sameEverywhereArguments = [
  '--disable-checker-imaging',
  '--disable-gpu',
  '--disable-lcd-text',
  '--disable-software-rasterizer', // no WebGL anywhere instead of WebGL on some machines
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--force-device-scale-factor=1',
  '--hide-scrollbars',
  '--lang=en-US',
  '--accept-lang=en-US',
  '--mute-audio',
];

/** Makes pages run at full speed even though no one is looking at them. */
const automationArguments = [
  '--allow-pre-commit-input',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--enable-automation',
];

/**
 * Saves CPU time in exports that open pages, with the same result. Only on Linux, where it was measured
 * (docs/decisions/0092-browser-processes.md).
 */
const lessWorkArguments = [
  // No graphics card is used, and requests only go to the allowed hosts, so neither needs a process of its own.
  '--in-process-gpu',
  // Nobody scrolls: do not render ahead outside the viewport, and cover the viewport with a few large tiles.
  '--enable-features=NetworkServiceInProcess2,SmallerInterestArea:size_in_pixels/0',
  '--default-tile-width=1280',
  '--default-tile-height=320',
];

const disabledFeatures = [
  'AcceptCHFrame',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'DnsOverHttps',
  'HttpsUpgrades', // would first request a plain-http site over https
  'InterestFeedContentSuggestions',
  'IsolateSandboxedIframes',
  'LocalNetworkAccessChecks', // asks for permission, but no one is there to answer; the allow-list applies
  'MediaRouter',
  'OptimizationGuideModelDownloading',
  'OptimizationHints',
  'PaintHolding',
  'ProcessPerSiteUpToMainFrameThreshold',
  'RenderDocument', // creates a new frame for every document: a fifth of the cost of navigation (measured)
  'Translate',
  'WebRtcHideLocalIpsWithMdns', // would announce names over multicast
];
