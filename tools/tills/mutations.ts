import type { Message } from '#tools/tills/model.ts'
import type { ModulePatch } from '#tools/tills/modulePatch.ts'

/** One defence of the intake removed, to show that the checker reports what it prevents. */
export interface TillMutation {
  name: string
  description: string
  /** Changes the server's modules when they are loaded: the product's code is unchanged. */
  patches: readonly ModulePatch[]
  /** What the tills do, as far as it needs the defence. */
  steps: readonly Message['kind'][]
  /** The mutation is caught when the checker of the tills reports this one. */
  expects: string
}

const SALES = ['report', 'close'] as const
const REDEMPTIONS = 'db/loyalty/tillRedemptions.ts'
const REVERSAL = 'db/stations/applyReversal.ts'

export const TILL_MUTATIONS: readonly TillMutation[] = [
  {
    name: 'message-as-identity',
    description: 'el número del mensaje hace de identidad de la venta',
    patches: [
      {
        file: 'server/station/reportSales.ts',
        changes: {
          'const terminal = { terminalId, branchCode }':
            'const terminal = { terminalId, branchCode, nonce: caller.header.auditNumber }',
        },
      },
      {
        file: 'db/stations/saleHistory.ts',
        changes: {
          "const ofSale = named(item.kind === 'sale' ? ownReference(item) : item.sale)":
            "const ofSale = (item.kind === 'sale' ? `${terminal.nonce} ` : '') + named(item.kind === 'sale' ? ownReference(item) : item.sale)",
          ': named(ownReference(item)),': ': `${terminal.nonce} ${named(ownReference(item))}`,',
        },
      },
    ],
    steps: SALES,
    expects: 'T1',
  },
  {
    name: 'rule-of-another-day',
    description: 'la regla es la del día del asiento',
    patches: [
      {
        file: 'db/stations/applySale.ts',
        changes: {
          'occasionOf(sale, programme, line)': '{ ...occasionOf(sale, programme, line), at: now }',
        },
      },
    ],
    steps: SALES,
    expects: 'T4',
  },
  {
    name: 'void-ignored',
    description: 'la anulación se contesta y no quita nada',
    patches: [
      { file: REVERSAL, changes: { 'if (sale) await recompute(report, sale, voided)': '' } },
    ],
    steps: SALES,
    expects: 'T5',
  },
  {
    name: 'void-twice',
    description: 'la anulación repetida quita los puntos otra vez',
    patches: [
      {
        file: REVERSAL,
        changes: {
          "if (report.history.has(named.identity)) return { result: 'duplicate', first: 'accepted' }": `if (report.history.has(named.identity)) {
              const voided = report.history.get(named.saleIdentity)
              const again = { ...voided, kind: 'void', identity: 'again ' + named.contentHash.toString('hex') }
              if (voided) await recompute(report, voided, again)
              return { result: 'duplicate', first: 'accepted' }
            }`,
          'line.points - line.pointsDue - line.pointsTaken': 'line.points - line.pointsDue',
        },
      },
    ],
    steps: SALES,
    expects: 'T5',
  },
  {
    name: 'return-takes-all',
    description: 'una devolución en parte quita los puntos de toda la venta',
    patches: [
      {
        file: REVERSAL,
        changes: { 'pointsOf(rule, { ...remaining(report, sale, line), currency })': '0' },
      },
    ],
    steps: SALES,
    expects: 'T5',
  },
  {
    name: 'refund-keeps-points',
    description: 'una devolución deja los puntos',
    patches: [
      { file: REVERSAL, changes: { 'if (sale) await recompute(report, sale, returned)': '' } },
    ],
    steps: SALES,
    expects: 'T5',
  },
  {
    name: 'no-digest',
    description: 'se comprueba la firma, y no el resumen del mensaje',
    patches: [
      { file: 'server/http/terminalSignature.ts', changes: { '  checkDigest(message)\n': '' } },
    ],
    steps: SALES,
    expects: 'forged',
  },
  {
    name: 'short-shift-closes',
    description: 'un turno cierra aunque le falte una venta',
    patches: [
      {
        file: 'db/stations/shifts.ts',
        changes: {
          'one.sent !== one.found': "one.total === 'sales' && Math.abs(one.sent - one.found) > 1",
        },
      },
    ],
    steps: SALES,
    expects: 'T3',
  },
  {
    name: 'redeemed-twice',
    description: 'una reserva repetida quita los puntos otra vez',
    patches: [
      {
        file: REDEMPTIONS,
        changes: {
          "import type { PushQueue } from '#db/messaging/pushJobs.ts'":
            "import { post } from '#db/loyalty/pointsLedger.ts'",
          'return earlier.contentHash?.equals': `{
            const id = crypto.randomUUID()
            const { loyaltyCode, points, rrn } = earlier
            if (earlier.state === 'reserved')
              await post(tx, { id, event: 'redemption', eventId: id, concept: 'Canje', rrn, loyaltyCode, points: -points, at: call.now })
          }
          if (earlier) return earlier.contentHash?.equals`,
        },
      },
    ],
    steps: ['redeem'],
    expects: 'L5',
  },
  {
    name: 'never-released',
    description: 'una liberación se contesta y no devuelve nada',
    patches: [
      {
        file: REDEMPTIONS,
        changes: {
          "return await giveBack(tx, found, { state: 'released', now, reason })":
            "return { ...found, state: 'released' }",
        },
      },
    ],
    steps: ['redeem'],
    expects: 'T7',
  },
  {
    name: 'captured-after-release',
    description: 'se usa una reserva después de liberarla',
    patches: [
      {
        file: REDEMPTIONS,
        changes: {
          "  if (state !== 'reserved') return state\n":
            "  if (state !== 'reserved' && state !== 'released') return state\n",
        },
      },
    ],
    steps: ['redeem'],
    expects: 'T7',
  },
  {
    name: 'code-twice',
    description: 'un código se acepta dos veces',
    patches: [
      {
        file: REDEMPTIONS,
        changes: {
          'ticket: asked.ticket,\n    codeWindow,':
            'ticket: asked.ticket,\n    codeWindow: Math.floor(Math.random() * 2 ** 31),',
        },
      },
    ],
    steps: ['redeem'],
    expects: 'T8',
  },
  {
    name: 'two-payers',
    description: 'otra persona abre la página de un cobro que ya se está pagando',
    patches: [
      {
        file: 'server/payments/openAttempt.ts',
        changes: { 'debt.requestId && (await payerOf(tx, debt.requestId))': 'false' },
      },
    ],
    steps: ['pay'],
    expects: 'T13',
  },
  {
    name: 'told-before-settled',
    description: 'la caja sabe de un pago cuando el conductor abre la página',
    patches: [
      {
        file: 'server/station/tillPayment.ts',
        changes: {
          'import type { PaymentRequestRow }': 'import { payerOf }',
          '    state,\n':
            "    state: state === 'waiting' && (await payerOf(db, request.id)) ? 'paid' : state,\n",
        },
      },
    ],
    steps: ['pay'],
    expects: 'T14',
  },
  {
    name: 'void-after-close',
    description: 'se anula un pago de un día que ya cerró',
    patches: [
      {
        file: 'server/station/voidPayment.ts',
        changes: { 'now >= voidableUntil(createdAt)': 'false' },
      },
    ],
    steps: ['pay'],
    expects: 'T13',
  },
]
