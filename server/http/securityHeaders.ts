import { existsSync, readFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#server/config.ts'

/**
 * Sends the security headers with every answer, errors included.
 * @param builtApp folder of the built app
 */
export function registerSecurityHeaders(
  http: FastifyInstance,
  config: Config,
  builtApp: string,
): void {
  const headers = headersOf(config, builtApp)
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** The headers depend on the settings alone: computed once, sent with each answer. */
function headersOf(config: Config, builtApp: string): ReturnType<ServerResponse['getHeaders']> {
  const gatewayPages = new URL(config.gateway.pagesUrl).origin
  const secure = config.publicUrl.startsWith('https:')
  const inline = inlineHashes(builtApp)
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inline.script],
        styleSrc: ["'self'", ...inline.style],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        // A top-level form carries the access token to the gateway's payment page.
        formAction: ["'self'", gatewayPages],
        frameAncestors: ["'none'"],
        // A string assigned to innerHTML is refused unless it passed a Trusted Types policy.
        requireTrustedTypesFor: ["'script'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  set(request, response, (error) => {
    if (error) throw error
  })
  return {
    ...response.getHeaders(),
    // The app uses the position for the nearest station and the camera for a bill's QR code.
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  }
}

/** Hashes of the page's inline script and styles; the build writes them beside the page. */
function inlineHashes(builtApp: string): { script: string[]; style: string[] } {
  const file = join(builtApp, 'csp.json')
  if (!existsSync(file)) return { script: [], style: [] }
  return JSON.parse(readFileSync(file, 'utf8')) as { script: string[]; style: string[] }
}
