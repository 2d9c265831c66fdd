import { EXCEPTION_LABELS } from '#contract/console/exceptionKind.ts'
import { SALE_STATES } from '#contract/console/saleKind.ts'
import type { PaymentMeans } from '#contract/entities/accrualRule.ts'
import type { PaymentRequestState } from '#contract/entities/paymentRequest.ts'
import { withoutSeparators } from '#contract/fields/text.ts'
import { PESOS } from '#contract/money.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { productName } from '#contract/reference/stationServices.ts'
import {
  historyOfSale,
  type ListedSale,
  named,
  type SaleRead,
  saleById,
  salesLike,
} from '#db/console/sales.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { type Happened, historyOf } from '#server/console/history.ts'
import { maskedNumber } from '#server/console/maskedText.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { badge, copied, group, link, table } from '#server/console/shownValues.ts'

const MAX_HITS = 10
/** A plate or the number of a card, as a till reports it. */
const codeOf = (typed: string) => withoutSeparators(typed).toUpperCase()

export const saleBadge = ({ isVoided, loyaltyCode }: ListedSale) =>
  badge(SALE_STATES, isVoided ? 'voided' : loyaltyCode === null ? 'unmatched' : 'matched')

/** The fiscal document of a sale's identity; empty when its identity is its ticket. */
export function cfeOf(identity: string): string {
  const [, type, series = '', number] = /^cfe:\d+:(\d+):(\w+):(\d+)(?::\w+)?$/.exec(identity) ?? []
  return type && number ? cfeText({ type: Number(type), series, number: Number(number) }) : ''
}
export const documentOf = ({ identity, ticket }: Pick<ListedSale, 'identity' | 'ticket'>) =>
  cfeOf(identity) || `Ticket ${ticket}`
export const saleAmount = ({ amount, currency }: Pick<ListedSale, 'amount' | 'currency'>) => ({
  cents: amount ?? 0,
  currency: currency ?? PESOS,
})

/** The sales that tills reported, each with what it paid, gave and lost. */
export const saleKind = consoleKind('sale', {
  cursorId: /^[\da-f]{32}$/,

  hasAmounts: true,
  list: (db, { plate, card, ...filter }, page, viewer) =>
    salesLike(
      db,
      viewer,
      { ...filter, ...(plate && { plate: codeOf(plate) }), ...(card && { card: codeOf(card) }) },
      page,
    ),
  sorted: 'Cuándo',
  rowAt: ({ identity: id, at, place }) => ({ id, at, place }),
  columns: {
    Comprobante: ['title', documentOf],
    Importe: ['note', saleAmount],
    Cuándo: ['detail', ({ at }) => at],
    Estación: ['detail', ({ branchName }) => branchName],
    Afiliación: ({ loyaltyCode }) => loyaltyCode,
    Puntos: ({ points }) => points,
    Estado: ['below', saleBadge],
  },

  read: (db, id, viewer) => saleById(db, viewer, id),

  async page(db, sale, { shown }) {
    const id = sale.identity
    const read = await historyOfSale(db, sale)
    const namesMember = sale.memberCard !== '' || sale.memberPlate !== ''
    return {
      title: documentOf(sale),
      badges: [saleBadge(sale)],
      masked: namesMember && !shown,
      groups: [
        group('', {
          Estación: link('station', sale.branchCode, sale.branchName),
          Caja: sale.terminalName,
          Importe: saleAmount(sale),
          'Por qué no dio puntos': unmatchedText(sale),
          Vendida: sale.at,
          Informada: sale.receivedAt,
          'Comprobante (CFE)': copied(cfeOf(id)),
          Ticket: copied(sale.ticket),
          Turno: sale.shift,
          Atendió: sale.attendant,
        }),
        memberGroup('Afiliación', sale, shown),
        paymentGroup(read),
      ],
      tables: tablesOf(read),
      timeline: await historyOf(db, { kind: 'sale', id }, happenedTo(sale, read.reversals)),
    }
  },

  async find(db, { text, compact }, viewer) {
    const [, series, number] =
      /^(?:E?TICKET|E?FACTURA)?([A-Z]{1,2}|\d[A-Z])(\d{1,7})$/.exec(compact) ?? []
    const lookups = [
      series && number ? named.cfe(`${series} ${Number(number)}`) : null,
      /^\d{12}$/.test(text) ? named.rrn(text) : null,
      /^[\w./-]{1,20}$/.test(text) ? named.ticket(text) : null,
    ]
    const found = await Promise.all(
      lookups
        .filter((one) => one !== null)
        .map(async (one) =>
          (await salesLike(db, viewer, { named: one }, { count: MAX_HITS })).read(),
        ),
    )
    const byId = new Map(found.flat().map((sale) => [sale.identity, sale]))
    return [...byId.values()].slice(0, MAX_HITS)
  },

  actions: { note: noteAction('sale') },
})

type Sale = SaleRead['sale']

/** Why an unmatched sale waits; null for one that named no member. */
export const reasonOf = ({ held, memberCode, memberCard, memberPlate }: Sale) => {
  const by = memberCode ? 'code' : memberCard ? 'card' : memberPlate ? 'plate' : null
  return (by && held) || held === 'issuer' ? 'held' : by
}

/** Why a sale gave no points, with what waits for an operator; undefined for one that has a loyalty or was voided. */
function unmatchedText(sale: Sale) {
  if (sale.loyaltyCode !== null || sale.isVoided) return undefined
  const reason = reasonOf(sale)
  return reason
    ? link('exception', `sale:${sale.identity}`, EXCEPTION_LABELS[reason])
    : 'La caja no identificó a nadie'
}

/** What the till knew of the member, and the loyalty that it is of. */
export function memberGroup(title: string, sale: Sale, shown: boolean) {
  const { memberCard, memberPlate } = sale
  return group(title, {
    Afiliación: sale.loyaltyCode ? copied(sale.loyaltyCode) : 'Ninguna',
    Puntos: sale.points,
    'Encontrada después': sale.matchedAt ?? undefined,
    'Código en la caja': sale.memberCode,
    'Tarjeta del club en la caja': shown ? memberCard : maskedNumber(memberCard),
    'Matrícula en la caja': shown ? memberPlate : maskedNumber(memberPlate),
  })
}

const REQUEST_STATES: Record<PaymentRequestState, string> = {
  waiting: 'Espera el pago',
  paid: 'Pago',
  voiding: 'Anulándose',
  voided: 'Anulado',
  cancelled: 'Cancelado por la caja',
  expired: 'Venció',
}

/** The payment with the app, and the debt of a sale on account. */
const paymentGroup = ({ request, sale: { debtReference } }: SaleRead) =>
  group('Cobro', {
    ...(request && {
      'Pago con la app': request.attemptId
        ? link('payment', request.attemptId, REQUEST_STATES[request.state])
        : REQUEST_STATES[request.state],
      'Pedido por la caja': request.createdAt,
      'Referencia de la caja': copied(request.reference),
      'Número (rrn)': copied(request.rrn),
    }),
    'Deuda en cuenta': debtReference ? link('debt', debtReference, debtReference) : undefined,
  })

/** The means of a payment, in the words of the console. */
export const MEANS: Record<PaymentMeans, string> = {
  cash: 'Efectivo',
  debit: 'Débito',
  credit: 'Crédito',
  account: 'En cuenta',
  points: 'Puntos',
  other: 'Otro medio',
}

function tablesOf({ sale, lines, reversals }: SaleRead) {
  const cents = (value: number) => saleAmount({ ...sale, amount: value })
  return [
    table('Qué se vendió', '', lines, {
      Producto: ({ product }) => productName(product),
      Litros: ({ millilitres }) => (millilitres > 0 ? { millilitres } : null),
      Precio: ({ unitPrice }) => cents(unitPrice),
      Importe: ({ amount }) => cents(amount),
      Puntos: ({ points }) => points,
      Quitados: ({ pointsTaken }) => pointsTaken,
      'Consumo (rrn)': ({ rrn }) => rrn,
    }),
    table('Cómo se pagó', '', sale.payments, {
      Medio: ({ means }) => MEANS[means],
      Importe: ({ amount }) => cents(amount),
      Tarjeta: ({ lastFour }) => lastFour && `···· ${lastFour}`,
      'Número (rrn)': ({ rrn }) => rrn,
    }),
    table('Anulaciones y devoluciones', 'La venta no se anuló ni se devolvió.', reversals, {
      Qué: ({ kind }) => REVERSALS[kind],
      Cuándo: ({ at }) => at,
      Comprobante: (one) => (one.kind === 'void' ? '' : documentOf(one)),
      Importe: ({ amount }) => (amount === null ? null : cents(-amount)),
      Estado: ({ state }) =>
        state === 'applied'
          ? { text: 'Aplicada', tone: 'good' }
          : { text: 'No encaja con la venta', tone: 'bad' },
    }),
  ]
}

const REVERSALS = { sale: 'Venta', void: 'Anulación', return: 'Devolución' } as const

const happenedTo = (sale: Sale, reversals: SaleRead['reversals']): Happened[] => [
  { at: sale.at, title: 'Vendida' },
  { at: sale.receivedAt, title: 'La caja la informó', detail: sale.terminalName },
  ...(sale.matchedAt
    ? [{ at: sale.matchedAt, title: 'Se encontró la afiliación', detail: sale.loyaltyCode ?? '' }]
    : []),
  ...reversals.map(({ kind, receivedAt }) => ({
    at: receivedAt,
    title: `La caja informó una ${REVERSALS[kind].toLowerCase()}`,
    tone: 'warn' as const,
  })),
]
