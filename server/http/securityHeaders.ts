import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/** Sends the security headers with every answer of a route or of the handlers of errors. */
export function registerSecurityHeaders(
  http: FastifyInstance,
  headers: Record<string, string>,
): void {
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (SCAN_WORKER.test(request.url)) reply.header('content-security-policy', SCAN_WORKER_POLICY)
    done()
  })
}

/** The script of the scanner's worker, as the build names it. */
const SCAN_WORKER = /^\/assets\/scanWorker-[\w-]+\.js$/
/**
 * A worker has the policy of its own script: only the scanner's may compile WebAssembly
 * (docs/decisions/0023-scanner.md).
 */
const SCAN_WORKER_POLICY =
  "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'"

/**
 * The headers of every answer: those of the OWASP Secure Headers Project, as the package helmet sets
 * them.
 * @param builtApp folder of the built app
 */
export function securityHeadersOf(config: Config, builtApp: string): Record<string, string> {
  const secure = config.publicUrl.startsWith('https:')
  return {
    'content-security-policy': policyOf(config, builtApp, secure),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // The position is for the nearest station, the camera for a bill's QR code.
    'permissions-policy':
      'camera=(self), geolocation=(self), microphone=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()',
    'referrer-policy': 'no-referrer',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}

function policyOf(config: Config, builtApp: string, secure: boolean): string {
  const gatewayPages = new URL(config.gateway.pagesUrl).origin
  const inline = inlineHashes(builtApp)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.script].join(' '),
    ["style-src 'self'", ...inline.style].join(' '),
    // The map's tiles are the only images of another origin.
    ["img-src 'self' data:", ...(config.tiles ? [new URL(config.tiles.url).origin] : [])].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    // A top-level form carries the access token to the gateway's payment page.
    `form-action 'self' ${gatewayPages}`,
    "frame-ancestors 'none'",
    // A string assigned to innerHTML is refused unless it passed a Trusted Types policy.
    "require-trusted-types-for 'script'",
    // The policies that may turn text into HTML: the sanitiser's (kit/display/SafeHtml.tsx), and
    // one that lets Leaflet load (app/features/stations/leafletTrustedTypes.ts). The last two name the
    // scanner's worker (app/features/scanner/useScanner.ts) and the service worker
    // (app/firstScreen/registerWorker.ts).
    'trusted-types dompurify default surtidor-scanner surtidor-worker',
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join(';')
}

/** Hashes of the page's inline script and styles; the build writes them beside the page. */
function inlineHashes(builtApp: string): { script: string[]; style: string[] } {
  const file = join(builtApp, 'csp.json')
  if (!existsSync(file)) return { script: [], style: [] }
  return JSON.parse(readFileSync(file, 'utf8')) as { script: string[]; style: string[] }
}
