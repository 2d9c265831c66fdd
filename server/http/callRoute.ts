import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '#contract/call.ts'
import { CONTRACT_VERSION_HEADER } from '#contract/header.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { handleCall, type IncomingCall } from '#server/http/callPipeline.ts'
import { CONTRACT_VERSION } from '#server/http/contractVersion.ts'
import type { Handler } from '#server/http/defineHandler.ts'
import { Busy, Disconnected } from '#server/http/errors.ts'
import type { ParsedBody } from '#server/http/jsonBody.ts'
import { createSessionCookies } from '#server/http/sessionCookies.ts'

/** Registers the route of one call, with its metrics and its log line. */
export function registerCall(api: FastifyInstance, context: Context, handler: Handler): void {
  const { name, maxBody, access } = handler.contract
  const seconds = context.metrics.seconds.labels(name)
  const toIncomingCall = incomingCalls(context.config, pathOf(handler.contract))
  api.post(pathOf(handler.contract), { bodyLimit: maxBody }, async (request, reply) => {
    const started = performance.now()
    let answered: number | undefined
    let code = 'error'
    // Emitted after the answer and after a disconnection alike.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) code = 'disconnected'
      const milliseconds = (answered ?? performance.now()) - started
      context.metrics.calls.inc({ call: name, code })
      seconds.observe(milliseconds / 1000)
      request.log.info(
        { event: 'http.call_answered', call: name, code, ms: Math.round(milliseconds) },
        'A call was answered.',
      )
    })
    reply.headers({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      [CONTRACT_VERSION_HEADER]: CONTRACT_VERSION,
    })
    // A terminal sets its clock by it.
    if (access === 'terminal') reply.header('date', context.now().toUTCString())
    try {
      const envelope = await context.admission(handler.contract, request.raw, () =>
        handleCall(context, handler, toIncomingCall(request, reply)),
      )
      code = envelope.responseHeader.responseCode
      return JSON.stringify(envelope)
    } catch (error) {
      if (error instanceof Busy) code = 'busy'
      throw error
    } finally {
      answered = performance.now()
    }
  })
}

function incomingCalls(config: Config, path: string) {
  const webOrigin = new URL(config.publicUrl).origin
  const cookies = createSessionCookies(config)
  return (request: FastifyRequest, reply: FastifyReply): IncomingCall => {
    const { json, text } = request.body as ParsedBody
    const { headers } = request
    const { origin } = headers
    return {
      body: json,
      message: { targetUri: `${config.publicUrl}/api/${path}`, headers, text },
      assertConnected: () => {
        if (request.raw.socket.destroyed) throw new Disconnected()
      },
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
