import { EXCEPTION_LABELS } from '#contract/console/exceptionKind.ts'
import type { ObjectValue } from '#contract/console/objectPage.ts'
import { toStamp } from '#contract/dates.ts'
import { REJECTIONS } from '#contract/entities/reportedItem.ts'
import { PESOS } from '#contract/money.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { candidatesOf, conflictOf } from '#db/console/exceptions.ts'
import { type SaleRead, saleWithHistory } from '#db/console/sales.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import { claimWithSales } from '#db/stations/claimLists.ts'
import type { KindPage, Viewer } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { documentOf, memberFacts, saleAmount, saleState } from '#server/console/kinds/saleKind.ts'
import { maskedName } from '#server/console/maskedText.ts'

type Shown = Viewer & { shown: boolean }

const WAITING = { text: 'Espera una decisión', tone: 'warn' } as const
const RESOLVED = { text: 'Resuelta', tone: 'good' } as const
const time = (at: Date): ObjectValue => ({ stamp: toStamp(at) })
const saleLink = (text: string, id: string): ObjectValue => ({ text, link: { kind: 'sale', id } })

/** What is stored of the sale, to compare with what another source says of it. */
function storedFacts(read: SaleRead | null, absent = 'La estación no la informó') {
  if (!read) return [{ name: 'Venta', value: { text: absent } }]
  const { sale, lines } = read
  return [
    { name: 'Venta', value: saleLink(documentOf(sale), sale.identity) },
    { name: 'Estado', value: saleState(sale) },
    { name: 'Importe', value: saleAmount(sale) },
    { name: 'Cuándo', value: time(sale.at) },
    { name: 'Ticket', value: { text: sale.ticket } },
    { name: 'Turno', value: { text: sale.shift } },
    { name: 'Productos', value: { text: productsOf(lines) } },
  ]
}
const productsOf = (lines: readonly { product: string }[]) =>
  lines.map(({ product }) => productName(product)).join(', ')

/**
 * A driver's claim: the receipt beside the sale that the station reported, and the sales that it may be of.
 * It may be of any station, so that who is bound to some does not see it.
 */
export async function claimPage(db: Db, id: string, viewer: Shown): Promise<KindPage | null> {
  const claim =
    isUuid(id) && viewer.stations === null ? await claimWithSales(db, id, viewer.now) : undefined
  if (!claim) return null
  const { shown, sales, securityCode } = claim
  const { receipt, state, sentence } = shown
  const isOpen = state === 'operator'
  const cents = (value: number): ObjectValue => ({ cents: value, currency: PESOS })
  const person = `${claim.firstName} ${claim.firstSurname}`
  return {
    title: EXCEPTION_LABELS.claim,
    badges: [isOpen ? WAITING : state === 'waiting' ? { text: 'Espera a la estación' } : RESOLVED],
    masked: !viewer.shown,
    groups: [
      {
        title: 'Lo que reclama el conductor',
        facts: [
          { name: 'Comprobante', value: { text: cfeText(receipt) } },
          { name: 'RUT', value: { text: receipt.rut } },
          { name: 'Importe', value: cents(receipt.amount) },
          { name: 'Fecha', value: { day: receipt.date } },
          { name: 'Código de seguridad', value: { text: securityCode || 'No lo dio' } },
          { name: 'Afiliación', value: { text: shown.loyaltyCode } },
          { name: 'Conductor', value: { text: viewer.shown ? person : maskedName(claim) } },
          { name: 'Reclamado', value: { stamp: shown.datetime } },
          { name: 'Espera desde', value: { stamp: shown.operatorFrom } },
          { name: 'Respuesta', value: { text: sentence ?? '' } },
        ],
      },
      {
        title: 'Lo que informó la estación',
        facts: storedFacts(await saleWithHistory(db, viewer, claim.saleIdentity ?? claim.identity)),
      },
    ],
    tables: [
      {
        title: 'Ventas posibles',
        columns: ['Venta', 'Estación', 'Cuándo', 'Importe', 'Por qué'],
        rows: sales.map((one): ObjectValue[] => [
          saleLink(`Ticket ${one.ticket}`, one.sale),
          { text: one.branchName },
          { stamp: one.datetime },
          cents(one.amount),
          { text: one.isSameReceipt ? 'Es el comprobante' : 'Mismo importe, sin comprobante' },
        ]),
        empty: 'No hay ninguna venta sin afiliación con ese comprobante o ese importe.',
      },
    ],
    timeline: await historyOf(db, { kind: 'exception', id: `claim:${id}`, subjects: [id] }, [
      { at: claim.at, title: 'El conductor reclamó la compra' },
    ]),
    actions: isOpen ? ['note', ...(sales.length > 0 ? ['credit'] : []), 'reject'] : ['note'],
    options: {
      sale: sales.map(({ sale: value, ticket, branchName }) => ({
        value,
        label: `Ticket ${ticket}, ${branchName}`,
      })),
    },
  }
}

/** A conflict: what is stored beside what the till reported, or what was paid. */
export async function conflictPage(db: Db, id: string, viewer: Viewer): Promise<KindPage | null> {
  const found = await conflictOf(db, viewer, id)
  if (!found) return null
  const { conflict, branchName, terminalName } = found
  const { branchCode, reason, closedAt } = conflict
  return {
    title:
      reason === 'content' || reason === 'account_paid'
        ? EXCEPTION_LABELS[reason]
        : EXCEPTION_LABELS.misfit,
    badges: [closedAt ? RESOLVED : WAITING],
    masked: false,
    groups: [
      {
        title: 'Lo que tenemos',
        facts: storedFacts(
          await saleWithHistory(db, viewer, conflict.identity),
          reason === 'other_station' ? 'Es de otra estación' : undefined,
        ),
      },
      {
        title: 'Lo que llegó después',
        facts: [
          ...reportedFacts(conflict.content),
          {
            name: 'Por qué no encaja',
            value: { text: reason in REJECTIONS ? REJECTIONS[reason as 'other_station'] : '' },
          },
          {
            name: 'Estación',
            value: { text: branchName, link: { kind: 'station' as const, id: branchCode } },
          },
          { name: 'Caja', value: { text: terminalName } },
          { name: 'Llegó', value: time(conflict.at) },
        ],
      },
    ],
    tables: [],
    timeline: await historyOf(db, { kind: 'exception', id: `conflict:${id}`, subjects: [id] }, [
      { at: conflict.at, title: 'Llegó lo que no coincide' },
      ...(closedAt ? [{ at: closedAt, title: 'Se cerró', tone: 'good' as const }] : []),
    ]),
    actions: closedAt ? ['note'] : ['note', 'close'],
  }
}

/** What is kept of a conflict: an item, a part of one, or what was paid and is owed. */
interface Reported {
  kind?: 'sale' | 'void' | 'return'
  ticket?: string
  shift?: string
  datetime?: string
  currency?: '858' | '840'
  lines?: { product?: string; amount: number }[]
  paid?: number
  owed?: number
}
const KINDS = { sale: 'Venta', void: 'Anulación', return: 'Devolución' } as const

function reportedFacts(item: Reported) {
  const { kind = 'sale', ticket = '', shift = '', lines, datetime, paid, owed } = item
  const cents = (value: number) => ({ cents: value, currency: item.currency ?? PESOS })
  const sold = lines?.flatMap(({ product }) => (product ? [{ product }] : [])) ?? []
  const sum = lines?.reduce((all, { amount }) => all + amount, 0)
  return [
    { name: 'Qué es', value: { text: KINDS[kind] } },
    ...(sum === undefined ? [] : [{ name: 'Importe', value: cents(sum) }]),
    ...(paid === undefined ? [] : [{ name: 'Pagado', value: cents(paid) }]),
    ...(owed === undefined ? [] : [{ name: 'Lo que se debía', value: cents(owed) }]),
    ...(datetime ? [{ name: 'Cuándo', value: time(new Date(datetime)) }] : []),
    { name: 'Ticket', value: { text: ticket } },
    { name: 'Turno', value: { text: shift } },
    { name: 'Productos', value: { text: productsOf(sold) } },
  ]
}

const NAMED_BY = { code: 'Código', card: 'Tarjeta', plate: 'Matrícula' } as const

/** An unmatched sale that named a member: what the till knew beside the loyalties that it may be of. */
export async function salePage(db: Db, identity: string, viewer: Shown): Promise<KindPage | null> {
  const read = await saleWithHistory(db, viewer, identity)
  if (!read) return null
  const { sale } = read
  const { memberCode, memberCard, memberPlate, loyaltyCode, matchedAt, isVoided } = sale
  const namesMember = [memberCode, memberCard, memberPlate].some((one) => one !== '')
  // One that was matched as it arrived never was an exception.
  if (loyaltyCode === null ? !namesMember : matchedAt === null) return null
  const isOpen = loyaltyCode === null && !isVoided
  const reason = memberCode ? 'code' : memberCard ? 'card' : 'plate'
  const candidates = await candidatesOf(db, sale)
  return {
    title: EXCEPTION_LABELS[reason],
    badges: [isOpen ? WAITING : RESOLVED],
    masked: (memberCard !== '' || memberPlate !== '') && !viewer.shown,
    groups: [
      { title: 'Lo que tenemos', facts: storedFacts(read) },
      { title: 'Lo que sabía la caja', facts: memberFacts(sale, viewer.shown) },
    ],
    tables: [
      {
        title: 'Afiliaciones posibles',
        columns: ['Afiliación', 'Programa', 'Desde', 'Hasta', 'Por', 'Cuando se vendió'],
        rows: candidates.map((one): ObjectValue[] => [
          { text: one.code },
          { text: one.programme },
          time(new Date(one.since)),
          one.endedAt === null ? { text: '' } : time(new Date(one.endedAt)),
          { text: NAMED_BY[one.by] },
          heldAt(one, sale.at),
        ]),
        empty: 'Ninguna afiliación tiene ese código, esa tarjeta o esa matrícula.',
      },
    ],
    timeline: await historyOf(db, { kind: 'sale', id: identity }, [
      { at: sale.at, title: 'Vendida' },
      { at: sale.receivedAt, title: 'La caja la informó', detail: sale.terminalName },
    ]),
    actions: isOpen ? ['note', 'link'] : ['note'],
  }
}

/** Whether a loyalty was in force when a sale was made. */
function heldAt(
  { since, endedAt }: { since: number; endedAt: number | null },
  at: Date,
): ObjectValue {
  if (since > at.getTime()) return { text: 'Todavía no existía', tone: 'warn' }
  if (endedAt !== null && endedAt <= at.getTime())
    return { text: 'Ya había terminado', tone: 'bad' }
  return { text: 'En vigor', tone: 'good' }
}
