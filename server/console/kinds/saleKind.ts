import type { ObjectValue } from '#contract/console/objectPage.ts'
import { SALE_LABELS, type SaleState } from '#contract/console/saleKind.ts'
import { toStamp } from '#contract/dates.ts'
import type { PaymentMeans } from '#contract/entities/accrualRule.ts'
import type { PaymentRequestState } from '#contract/entities/paymentRequest.ts'
import { PESOS } from '#contract/money.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { productName } from '#contract/reference/stationServices.ts'
import {
  type ListedSale,
  named,
  type SaleRead,
  salesLike,
  saleWithHistory,
} from '#db/console/sales.ts'
import type { ConsoleKind, Hit, ListedRow } from '#server/console/consoleKind.ts'
import { type Happened, historyOf } from '#server/console/history.ts'
import { maskedNumber } from '#server/console/maskedText.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { spanOfDay } from '#server/payments/reconciliation/businessDay.ts'

const MAX_HITS = 10

const STATES = {
  matched: { text: SALE_LABELS.matched, tone: 'good' },
  unmatched: { text: SALE_LABELS.unmatched, tone: 'neutral' },
  voided: { text: SALE_LABELS.voided, tone: 'warn' },
} as const satisfies Record<SaleState, ObjectValue>
export const saleState = ({ isVoided, loyaltyCode }: ListedSale): ObjectValue =>
  STATES[isVoided ? 'voided' : loyaltyCode === null ? 'unmatched' : 'matched']

/** The fiscal document of a sale's identity; empty when its identity is its ticket. */
export function cfeOf(identity: string): string {
  const [, type, series = '', number] = /^cfe:\d+:(\d+):(\w+):(\d+)$/.exec(identity) ?? []
  return type && number ? cfeText({ type: Number(type), series, number: Number(number) }) : ''
}
export const documentOf = ({ identity, ticket }: Pick<ListedSale, 'identity' | 'ticket'>) =>
  cfeOf(identity) || `Ticket ${ticket}`
export const saleAmount = ({ amount, currency }: Pick<ListedSale, 'amount' | 'currency'>) => ({
  cents: amount ?? 0,
  currency: currency ?? PESOS,
})

const rowOf = (sale: ListedSale): ListedRow => ({
  id: sale.identity,
  cursor: { at: sale.at, id: sale.place },
  cells: [
    { text: documentOf(sale) },
    saleAmount(sale),
    { stamp: toStamp(sale.at) },
    { text: sale.branchName },
    { text: sale.loyaltyCode ?? '' },
    { count: sale.points },
    saleState(sale),
  ],
})

const hitOf = (sale: ListedSale): Hit => ({
  id: sale.identity,
  title: documentOf(sale),
  detail: [sale.branchName, sale.ticket, saleState(sale).text].join(' · '),
})

/** The sales that tills reported, each with what it paid, gave and lost. */
export const saleKind: ConsoleKind = {
  cursorId: /^[\da-f]{32}$/,

  async list(db, { filters: { state = '', day = '', station = '' }, count, after }, viewer) {
    const filter = {
      ...(state && { state: state as SaleState }),
      ...(day && { span: spanOfDay(day) }),
      ...(station.trim() && { station: station.trim() }),
    }
    return (await salesLike(db, viewer, filter, { count, after })).map(rowOf)
  },

  async page(db, id, viewer) {
    const { shown } = viewer
    const read = await saleWithHistory(db, viewer, id)
    if (!read) return null
    const { sale, reversals } = read
    const namesMember = sale.memberCard !== '' || sale.memberPlate !== ''
    return {
      title: documentOf(sale),
      badges: [saleState(sale)],
      masked: namesMember && !shown,
      groups: [
        {
          title: '',
          facts: [
            {
              name: 'Estación',
              value: { text: sale.branchName, link: { kind: 'station', id: sale.branchCode } },
            },
            { name: 'Caja', value: { text: sale.terminalName } },
            { name: 'Importe', value: saleAmount(sale) },
            { name: 'Vendida', value: { stamp: toStamp(sale.at) } },
            { name: 'Informada', value: { stamp: toStamp(sale.receivedAt) } },
            { name: 'Comprobante (CFE)', value: { text: cfeOf(id) } },
            { name: 'Ticket', value: { text: sale.ticket } },
            { name: 'Turno', value: { text: sale.shift } },
            { name: 'Atendió', value: { text: sale.attendant } },
          ],
        },
        { title: 'Afiliación', facts: memberFacts(sale, shown) },
        ...paymentGroup(read),
      ],
      tables: tablesOf(read),
      timeline: await historyOf(db, { kind: 'sale', id }, happenedTo(sale, reversals)),
      actions: ['note'],
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
        .map((one) => salesLike(db, viewer, { named: one }, { count: MAX_HITS })),
    )
    const byId = new Map(found.flat().map((sale) => [sale.identity, sale]))
    return [...byId.values()].slice(0, MAX_HITS).map(hitOf)
  },

  actions: { note: noteAction('sale') },
}

type Sale = SaleRead['sale']

/** What the till knew of the member, and the loyalty that it is of. */
export function memberFacts(sale: Sale, shown: boolean) {
  const { memberCard, memberPlate } = sale
  return [
    { name: 'Afiliación', value: { text: sale.loyaltyCode ?? 'Ninguna' } },
    { name: 'Puntos', value: { count: sale.points } },
    ...(sale.matchedAt
      ? [{ name: 'Encontrada después', value: { stamp: toStamp(sale.matchedAt) } }]
      : []),
    { name: 'Código en la caja', value: { text: sale.memberCode } },
    {
      name: 'Tarjeta del club en la caja',
      value: { text: shown ? memberCard : maskedNumber(memberCard) },
    },
    {
      name: 'Matrícula en la caja',
      value: { text: shown ? memberPlate : maskedNumber(memberPlate) },
    },
  ]
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
function paymentGroup({ request, sale: { debtReference } }: SaleRead) {
  const facts = [
    ...(request
      ? [
          {
            name: 'Pago con la app',
            value: {
              text: REQUEST_STATES[request.state],
              ...(request.attemptId && {
                link: { kind: 'payment' as const, id: request.attemptId },
              }),
            },
          },
          { name: 'Pedido por la caja', value: { stamp: toStamp(request.createdAt) } },
          { name: 'Referencia de la caja', value: { text: request.reference } },
          { name: 'Número (rrn)', value: { text: request.rrn } },
        ]
      : []),
    ...(debtReference ? [{ name: 'Deuda en cuenta', value: { text: debtReference } }] : []),
  ]
  return facts.length > 0 ? [{ title: 'Cobro', facts }] : []
}

const MEANS: Record<PaymentMeans, string> = {
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
    {
      title: 'Qué se vendió',
      columns: ['Producto', 'Litros', 'Precio', 'Importe', 'Puntos', 'Quitados', 'Consumo (rrn)'],
      rows: lines.map((line): ObjectValue[] => [
        { text: productName(line.product) },
        line.millilitres > 0 ? { millilitres: line.millilitres } : { text: '' },
        cents(line.unitPrice),
        cents(line.amount),
        { count: line.points },
        { count: line.pointsTaken },
        { text: line.rrn ?? '' },
      ]),
      empty: '',
    },
    {
      title: 'Cómo se pagó',
      columns: ['Medio', 'Importe', 'Tarjeta', 'Número (rrn)'],
      rows: sale.payments.map(({ means, amount, lastFour, rrn }): ObjectValue[] => [
        { text: MEANS[means] },
        cents(amount),
        { text: lastFour && `···· ${lastFour}` },
        { text: rrn },
      ]),
      empty: '',
    },
    {
      title: 'Anulaciones y devoluciones',
      columns: ['Qué', 'Cuándo', 'Comprobante', 'Importe', 'Estado'],
      rows: reversals.map((one): ObjectValue[] => [
        { text: REVERSALS[one.kind] },
        { stamp: toStamp(one.at) },
        { text: one.kind === 'void' ? '' : documentOf(one) },
        one.amount === null ? { text: '' } : cents(-one.amount),
        one.state === 'applied'
          ? { text: 'Aplicada', tone: 'good' }
          : { text: 'No encaja con la venta', tone: 'bad' },
      ]),
      empty: 'La venta no se anuló ni se devolvió.',
    },
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
