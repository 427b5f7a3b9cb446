import { ChromiumError } from './errors.ts';

/**
 * The whole command line of the browser; neither Puppeteer's nor the npm package's defaults are added.
 *
 * @param options.profileFolder absolute path of `--user-data-dir`
 * @param options.allowedHosts what may be reached, see `closedNetworkArguments`
 * @param options.withSharedMemory see hasSharedMemory
 * @param options.withSandbox false only for root on Linux, where Chromium refuses to start with one
 * @throws ChromiumError `chromium-launch-failed` when an allowed host is not a plain host name or address
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
 * Lets the browser reach `allowedHosts` and nothing else; `file:` and `data:` are no network.
 *
 * Every request goes to a proxy that does not exist, except for the allowed hosts, which are reached directly;
 * `<-loopback>` takes away the exception that Chromium otherwise makes for loopback addresses
 * (net/docs/proxy.md). No other name is ever looked up, the proxy's own included: `^NOTFOUND` can be no host, so that
 * the resolver is not even asked; `~NOTFOUND`, which is a host to newer versions, has it connect a UDP socket to a public
 * address first, to learn whether there is IPv6. WebRTC would go past the proxy with UDP and multicast DNS (measured), so
 * it may only use the proxy, and is taken away where pages are opened (disable-webrtc.ts). WebTransport and QUIC obey the proxy.
 *
 * @param allowedHosts `127.0.0.1:34567`, `docs.example.com` (any port), `[::1]:8080`
 */
export function closedNetworkArguments(allowedHosts: readonly string[]): string[] {
  const hosts = allowedHosts.map(parseAllowedHost);
  // The resolver's rules are about addresses as such, without the brackets that a URL puts around IPv6.
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

/** Both lists have a syntax with wildcards and separators of their own; only plain names may get into them. */
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

/** Whatever Chromium does on its own behalf: updates, reports, experiments, first-run pages. */
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

/** The same page gives the same pixels whatever graphics card, screen and language the machine has. */
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

/** Pages run at full speed although nobody looks at them. */
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
 * Less processor time for an export that opens pages, with the same result; on Linux, where it was measured
 * (docs/decisions/0092-browser-processes.md).
 */
const lessWorkArguments = [
  // Nothing is drawn by a graphics card, and requests go nowhere but to the allowed hosts: neither needs a process.
  '--in-process-gpu',
  // Nobody scrolls: what lies outside the window is not drawn ahead, and a window takes few large tiles.
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
  'HttpsUpgrades', // a site under test on plain http would be asked over https first
  'InterestFeedContentSuggestions',
  'IsolateSandboxedIframes',
  'LocalNetworkAccessChecks', // asks a person, who is not there; the allowed hosts are the rule here
  'MediaRouter',
  'OptimizationGuideModelDownloading',
  'OptimizationHints',
  'PaintHolding',
  'ProcessPerSiteUpToMainFrameThreshold',
  'RenderDocument', // a new frame for every document: a fifth of the work of going from page to page (measured)
  'Translate',
  'WebRtcHideLocalIpsWithMdns', // would announce names by multicast
];
