import { REFUND_REASONS } from '#contract/console/paymentRefund.ts'
import type { paymentWithRefunds } from '#db/console/payments.ts'
import type { Happened } from '#server/console/history.ts'

type Found = NonNullable<Awaited<ReturnType<typeof paymentWithRefunds>>>
type Content = Found['proposals'][number]['content']

const whyOf = ({ reason, observations }: Content) => `${REFUND_REASONS[reason]}. ${observations}`

/** What happened to the refunds of a payment and to the proposals of them, for its history; of one instant the last first. */
export function happenedToRefunds(
  { refunds, proposals }: Found,
  money: (cents: number) => string,
): Happened[] {
  const named = ({ kind, amount }: Content, what: string) =>
    `${kind === 'void' ? 'Anulación' : 'Devolución'} de ${money(amount)}: ${what}`
  return [
    ...refunds.flatMap((refund): (Happened | null)[] => [
      refund.endedAt && {
        at: refund.endedAt,
        ...(refund.state === 'done'
          ? { title: named(refund, 'la pasarela la hizo'), tone: 'good' }
          : { title: named(refund, 'la pasarela no la hizo'), tone: 'bad' }),
        detail: refund.answer,
      },
      {
        at: refund.requestedAt,
        by: refund.by,
        title: named(refund, 'pedida a la pasarela'),
        detail: whyOf(refund),
        tone: 'good',
      },
    ]),
    ...proposals.flatMap(({ content, state, by, proposedAt, decider, decidedAt }) => [
      // A confirmed one is asked for by who confirmed it.
      decidedAt && state !== 'confirmed'
        ? {
            at: decidedAt,
            by: decider ?? '',
            title: named(content, state === 'withdrawn' ? 'retirada' : 'rechazada'),
            detail: decider ? '' : 'El cobro ya se había anulado o devuelto.',
            tone: 'bad' as const,
          }
        : null,
      {
        at: proposedAt,
        by,
        title: named(content, 'propuesta'),
        detail: whyOf(content),
        tone: 'warn' as const,
      },
    ]),
  ].filter((one) => one !== null)
}
