import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isCharged } from '#contract/geopay.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import { cancel, chargeCard } from '#sandbox/chargeCard.ts'
import type { Context } from '#sandbox/context.ts'
import { type Entry, isExpired, refundedAmountOf } from '#sandbox/entry.ts'
import { textOf } from '#sandbox/pages/cardForm.ts'

/**
 * Endpoints for tests: the gateway's payments, and paying without a browser by the same code as the
 * hosted page. They answer to loopback connections only, and only under the sandbox's own host
 * names, which defends against DNS rebinding.
 */
export function registerControlApi(app: FastifyInstance, context: Context): void {
  const names = new Set(['localhost', '127.0.0.1', '[::1]', hostOf(context.config.publicUrl)])
  void app.register(async (controls) => {
    // A hook of this scope matches the route, so other spellings of the path pass it too.
    controls.addHook('onRequest', async (request, reply) => {
      const { host = '' } = request.headers
      if (!isLocal(request) || !names.has(hostOf(`http://${host}`)))
        await reply.code(403).send({ error: 'Solo desde esta máquina.' })
    })

    controls.get('/sandbox/log', () => {
      const now = context.clock.now()
      return { payments: Array.from(context.store.all(), (entry) => summary(entry, now)) }
    })

    controls.post('/sandbox/pay', async ({ body }, reply) => {
      const token = textOf(body, 'token')
      const outcome =
        (body as { cancel?: unknown } | null)?.cancel === true
          ? await cancel(context, token)
          : await chargeCard(context, token, {
              number: textOf(body, 'card'),
              holder: 'Persona de Prueba',
              expiry: '12/99',
              cvv: '123',
              installments: textOf(body, 'installments') || '1',
            })
      return reply.send({
        kind: outcome.kind,
        data: 'data' in outcome ? outcome.data : null,
        errors: 'errors' in outcome ? outcome.errors : null,
      })
    })
  })
}

/** A payment at the gateway. `charged`: charged and not voided. */
export function summary(entry: Entry, now: number) {
  const { order, decision, voidedAt } = entry
  return {
    token: order.token,
    paymentToken: order.paymentToken,
    auditNumber: order.auditNumber,
    reference: order.reference,
    merchantId: order.merchantId,
    currency: order.currency,
    amount: order.amount,
    state: decision?.state ?? (isExpired(entry, now) ? 'EXPIRED' : 'OPEN'),
    code: decision?.code ?? '',
    authorized: decision?.state === 'PROCESSED' && decision.code === '00',
    voided: voidedAt !== null,
    charged: isCharged(toGatewayPayment(entry)),
    refundedAmount: refundedAmountOf(entry),
    behaviour: decision?.behaviour ?? null,
    mask: decision?.card?.mask ?? '',
    openedAt: order.openedAt,
    decidedAt: decision?.at ?? null,
    voidedAt,
    webhooks: entry.webhooks.map(({ id, view, outcome, tries }) => ({ id, view, outcome, tries })),
  }
}

function isLocal({ ip }: FastifyRequest): boolean {
  return ip === '::1' || /^(::ffff:)?127\./.test(ip)
}

/** The host name of an address, without its port; empty when there is none. */
const hostOf = (address: string) => URL.parse(address)?.hostname ?? ''
