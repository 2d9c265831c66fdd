import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '#contract/call.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { handleCall, type IncomingCall } from '#server/http/callPipeline.ts'
import type { Handler } from '#server/http/defineHandler.ts'
import type { ParsedBody } from '#server/http/jsonBody.ts'
import { createSessionCookies } from '#server/http/sessionCookies.ts'

/** Registers the route of one call, with its metrics and its log line. */
export function registerCall(api: FastifyInstance, context: Context, handler: Handler): void {
  const { name, maxBody } = handler.contract
  const seconds = context.metrics.seconds.labels(name)
  const toIncomingCall = incomingCalls(context.config)
  api.post(pathOf(handler.contract), { bodyLimit: maxBody }, async (request, reply) => {
    const started = performance.now()
    reply.headers({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    let code = 'error'
    try {
      const envelope = await handleCall(context, handler, toIncomingCall(request, reply))
      code = envelope.responseHeader.responseCode
      return JSON.stringify(envelope)
    } finally {
      const milliseconds = performance.now() - started
      context.metrics.calls.inc({ call: name, code })
      seconds.observe(milliseconds / 1000)
      request.log.info(
        { event: 'http.call_answered', call: name, code, ms: Math.round(milliseconds) },
        'A call was answered.',
      )
    }
  })
}

function incomingCalls(config: Config) {
  const webOrigin = new URL(config.publicUrl).origin
  const cookies = createSessionCookies(config)
  return (request: FastifyRequest, reply: FastifyReply): IncomingCall => {
    const { text, json } = request.body as ParsedBody
    const { origin } = request.headers
    return {
      text,
      body: json,
      log: request.log,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      browser: origin === webOrigin || request.headers['sec-fetch-site'] === 'same-origin',
      webView: origin !== undefined && origin !== webOrigin,
      ...cookies.read(request),
      bind: (program, binder) => cookies.setBinder(reply, program, binder),
      remember: (program, device) => cookies.setDevice(reply, program, device),
    }
  }
}
