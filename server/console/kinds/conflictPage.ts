import { EXCEPTION_LABELS, type ExceptionReason } from '#contract/console/exceptionKind.ts'
import type { PaymentMeans } from '#contract/entities/accrualRule.ts'
import { REJECTIONS } from '#contract/entities/reportedItem.ts'
import { type Currency, PESOS } from '#contract/money.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { productName } from '#contract/reference/stationServices.ts'
import type { conflictOf } from '#db/console/exceptions.ts'
import type { SaleRead } from '#db/console/sales.ts'
import type { Db } from '#db/core/db.ts'
import type { UnusualDay } from '#db/stations/unusualTerminals.ts'
import type { KindPage } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { cfeOf, documentOf, MEANS, saleBadge } from '#server/console/kinds/saleKind.ts'
import { storedSale } from '#server/console/kinds/storedSale.ts'
import { maskedNumber } from '#server/console/maskedText.ts'
import { group, link, type Shown, table, valueOf } from '#server/console/shownValues.ts'
import type { Viewer } from '#server/console/viewer.ts'

export type Conflict = NonNullable<Awaited<ReturnType<typeof conflictOf>>>

/** Of a return: the number of the sale's line. */
interface Line {
  line?: number
  product?: string
  millilitres: number
  unitPrice?: number
  amount: number
}
interface Payment {
  means: PaymentMeans
  amount: number
  rrn: string
  lastFour: string
}
/** What is kept of a conflict: an item without its member, a part of one, or what was paid and is owed. */
interface Reported {
  kind?: 'sale' | 'void' | 'return'
  ticket?: string
  shift?: string
  attendant?: string
  datetime?: string
  cfe?: { rut: string; type: number; series: string; number: number }
  currency?: Currency
  lines?: Line[]
  payments?: Payment[]
  paid?: number
  owed?: number
}
const KINDS = { sale: 'Venta', void: 'Anulación', return: 'Devolución' } as const

/** The cells of one side by the names of what they say; left out: the side does not say it. */
type Side = Readonly<Record<string, Shown>>

const moneyIn = (currency: Currency) => (cents: number | undefined) =>
  cents === undefined ? undefined : { cents, currency }

function linesOf(lines: readonly Line[], currency: Currency): Side {
  const money = moneyIn(currency)
  return Object.fromEntries(
    lines.flatMap(({ line, product, millilitres, unitPrice, amount }, place) => {
      const name = `Renglón ${line ?? place + 1}`
      return [
        [`${name}: producto`, product && productName(product)],
        [`${name}: litros`, millilitres > 0 ? { millilitres } : undefined],
        [`${name}: precio`, money(unitPrice)],
        [`${name}: importe`, money(amount)],
      ]
    }),
  )
}
const paymentsOf = (payments: readonly Payment[], currency: Currency): Side =>
  Object.fromEntries(
    payments.flatMap(({ means, amount, lastFour, rrn }, place) => [
      [`Pago ${place + 1}: medio`, MEANS[means]],
      [`Pago ${place + 1}: importe`, { cents: amount, currency }],
      [`Pago ${place + 1}: tarjeta`, lastFour ? `···· ${lastFour}` : undefined],
      [`Pago ${place + 1}: número (rrn)`, rrn || undefined],
    ]),
  )

function storedSide({ sale, lines }: SaleRead, shown: boolean, paid: number | undefined): Side {
  const currency = sale.currency ?? PESOS
  const masked = (text: string) => (shown ? text : maskedNumber(text)) || undefined
  return {
    'Qué es': KINDS.sale,
    Estación: sale.branchName,
    Caja: sale.terminalName,
    Ticket: sale.ticket,
    'Comprobante (CFE)': cfeOf(sale.identity) || undefined,
    Turno: sale.shift,
    Atendió: sale.attendant || undefined,
    Cuándo: sale.at,
    'Código del afiliado': sale.memberCode || undefined,
    'Tarjeta del club': masked(sale.memberCard),
    Matrícula: masked(sale.memberPlate),
    ...linesOf(lines, currency),
    ...paymentsOf(sale.payments, currency),
    'Deuda en cuenta': moneyIn(currency)(paid),
    Total: { cents: sale.amount ?? 0, currency },
  }
}

function arrivedSide({ conflict, branchName, terminalName }: Conflict): Side {
  const item = conflict.content as Reported
  const { kind = 'sale', currency = PESOS, lines, payments = [], datetime, cfe } = item
  return {
    'Qué es': KINDS[kind],
    Estación: branchName,
    Caja: terminalName,
    Ticket: item.ticket || undefined,
    'Comprobante (CFE)': cfe && cfeText(cfe),
    Turno: item.shift || undefined,
    Atendió: item.attendant || undefined,
    Cuándo: datetime ? new Date(datetime) : undefined,
    ...linesOf(lines ?? [], currency),
    ...paymentsOf(payments, currency),
    'Deuda en cuenta': moneyIn(currency)(item.owed),
    Total: moneyIn(currency)(lines?.reduce((all, { amount }) => all + amount, 0)),
  }
}

/** What one side alone has is a difference where the other one says all that it knows. */
const PARTS = /^(Renglón|Pago|Atendió|Comprobante|Deuda)/

/** Both sides field by field, in the order of the stored one; the member of what arrived is not kept. */
function comparison(stored: Side, arrived: Side, isWhole: boolean) {
  const names = [...new Set([...Object.keys(stored), ...Object.keys(arrived)])].filter(
    (name) => stored[name] !== undefined || arrived[name] !== undefined,
  )
  // Lines and payments of either side stand before the totals.
  const isEnd = (name: string) => name === 'Deuda en cuenta' || name === 'Total'
  const ordered = [...names.filter((name) => !isEnd(name)), ...names.filter(isEnd)]
  return ordered.map((name) => {
    const [ours, theirs] = [stored[name], arrived[name]]
    const isSame = JSON.stringify(valueOf(ours)) === JSON.stringify(valueOf(theirs))
    const isCompared = (ours !== undefined && theirs !== undefined) || (isWhole && PARTS.test(name))
    return { name, ours, theirs, differs: isCompared && !isSame }
  })
}

/** A day of a terminal beside an average one. */
function unusualFacts(content: object): Record<string, Shown> {
  const found = content as UnusualDay
  return {
    Día: { day: found.day },
    'Puntos del día': { count: found.points },
    'Puntos de un día común': { count: found.usualPoints },
    'Importe del día': { cents: found.amount, currency: PESOS },
    'Importe de un día común': { cents: found.usualAmount, currency: PESOS },
  }
}

/** A conflict: what is stored beside what the till reported, or what was paid beside what is owed. */
export async function conflictPage(
  db: Db,
  found: Conflict,
  viewer: Viewer & { shown: boolean },
): Promise<Omit<KindPage, 'badges'>> {
  const { conflict, branchName, terminalName } = found
  const { id, branchCode, reason, closedAt, identity } = conflict
  const content = conflict.content as Reported
  const isTerminal = reason === 'terminal'
  const source = { Estación: link('station', branchCode, branchName), Caja: terminalName }
  const read = isTerminal ? null : await storedSale(db, viewer, identity)
  const absent = reason === 'other_station' ? 'Es de otra estación' : 'La estación no la informó'
  const namesMember = Boolean(read && (read.sale.memberCard || read.sale.memberPlate))
  const rows = isTerminal
    ? []
    : comparison(
        read ? storedSide(read, viewer.shown, content.paid) : {},
        arrivedSide(found),
        read !== null && reason === 'content',
      )
  return {
    title:
      reason in EXCEPTION_LABELS
        ? EXCEPTION_LABELS[reason as ExceptionReason]
        : EXCEPTION_LABELS.misfit,
    masked: namesMember && !viewer.shown,
    groups: [
      group(
        '',
        isTerminal
          ? { ...source, ...unusualFacts(conflict.content) }
          : {
              Venta: read ? link('sale', identity, documentOf(read.sale)) : absent,
              Estado: read ? saleBadge(read.sale) : undefined,
              'Por qué no encaja':
                reason in REJECTIONS ? REJECTIONS[reason as keyof typeof REJECTIONS] : undefined,
              ...source,
              Llegó: conflict.at,
            },
      ),
    ],
    ...(!isTerminal && {
      tables: [
        table('Lo guardado y lo que llegó', '', rows, {
          Dato: ({ name }) => name,
          Guardado: ({ ours }) => ours,
          Llegó: ({ theirs }) => theirs,
          Diferencia: ({ differs }) => (differs ? { text: 'Distinto', tone: 'warn' } : ''),
        }),
      ],
    }),
    timeline: await historyOf(db, { kind: 'exception', id: `conflict:${id}`, subjects: [id] }, [
      { at: conflict.at, title: isTerminal ? 'Se notó la diferencia' : 'Llegó lo que no coincide' },
      ...(closedAt ? [{ at: closedAt, title: 'Se cerró', tone: 'good' as const }] : []),
    ]),
  }
}
