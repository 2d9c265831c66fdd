import { EXCEPTION_LABELS, EXCEPTION_STATES } from '#contract/console/exceptionKind.ts'
import { HELD_REASONS } from '#contract/entities/heldSale.ts'
import { REJECTIONS } from '#contract/entities/reportedItem.ts'
import { PESOS } from '#contract/money.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { claimWithSales } from '#db/claims/claimLists.ts'
import { candidatesOf, conflictOf, shiftOf } from '#db/console/exceptions.ts'
import { historyOfSale, type SaleRead, saleById } from '#db/console/sales.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import { isOfOtherIssuer } from '#db/stations/reportingStation.ts'
import type { KindPage } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { productsOf, reportedFacts, unusualFacts } from '#server/console/kinds/conflictFacts.ts'
import { documentOf, memberGroup, saleAmount, saleBadge } from '#server/console/kinds/saleKind.ts'
import { differenceOf } from '#server/console/kinds/shiftDifference.ts'
import { maskedName } from '#server/console/maskedText.ts'
import { badge, group, link, type Shown, table } from '#server/console/shownValues.ts'
import type { Viewer } from '#server/console/viewer.ts'

type Looking = Viewer & { shown: boolean }
type Claim = NonNullable<Awaited<ReturnType<typeof claimWithSales>>>
type Conflict = NonNullable<Awaited<ReturnType<typeof conflictOf>>>
type Sale = SaleRead['sale']
type Shift = NonNullable<Awaited<ReturnType<typeof shiftOf>>>
type Exception = { claim: Claim } | Conflict | Shift | { sale: Sale }

/** @returns null for what the viewer does not see, and for a sale that never was an exception */
export async function readException(db: Db, id: string, viewer: Viewer): Promise<Exception | null> {
  const [, source, of = ''] = /^(claim|conflict|sale|shift):(.+)$/.exec(id) ?? []
  if (source === 'conflict') return await conflictOf(db, viewer, of)
  if (source === 'shift') {
    const found = await shiftOf(db, viewer, of)
    // An open shift, and one that has always added up, is none.
    return found && (found.shift.state === 'exception' || found.shift.answeredAt) ? found : null
  }
  if (source === 'claim') {
    // It may be of any station, so that who is bound to some does not see it.
    const isSeen = isUuid(of) && viewer.stations === null
    const claim = isSeen ? await claimWithSales(db, of, viewer.now) : undefined
    return claim ? { claim } : null
  }
  const sale = source === 'sale' ? await saleById(db, viewer, of) : null
  if (!sale) return null
  // One that was matched as it arrived never was an exception.
  const wasOne = sale.loyaltyCode === null ? reasonOf(sale) !== null : sale.matchedAt !== null
  return wasOne ? { sale } : null
}

const reasonOf = ({ held, memberCode, memberCard, memberPlate }: Sale) => {
  const by = memberCode ? 'code' : memberCard ? 'card' : memberPlate ? 'plate' : null
  return (by && held) || held === 'issuer' ? 'held' : by
}

export function stateOf(found: Exception): keyof typeof EXCEPTION_STATES {
  if ('conflict' in found) return found.conflict.closedAt ? 'resolved' : 'conflict'
  if ('shift' in found) {
    const { state, answeredAt, closedAt } = found.shift
    const isAnswered = answeredAt !== null && closedAt !== null && answeredAt >= closedAt
    return state === 'exception' && !isAnswered ? 'shift' : 'resolved'
  }
  if ('sale' in found) {
    const { loyaltyCode, dismissedAt, isVoided } = found.sale
    return loyaltyCode === null && dismissedAt === null && !isVoided ? 'sale' : 'resolved'
  }
  const { state } = found.claim.shown
  return state === 'operator' ? 'claim' : state === 'waiting' ? 'early' : 'resolved'
}
const badgeOf = (found: Exception) => badge(EXCEPTION_STATES, stateOf(found))

async function storedSale(db: Db, viewer: Viewer, identity: string) {
  const sale = await saleById(db, viewer, identity)
  return sale && (await historyOfSale(db, sale))
}

/** The sale that the issuer reported of a document that another station has. */
const issuersSale = (db: Db, viewer: Viewer, identity: string) =>
  storedSale(db, viewer, identity.slice(0, identity.lastIndexOf(':')))

/** What is stored of the sale, to compare with what another source says of it. */
function storedGroup(title: string, read: SaleRead | null, absent = 'La estación no la informó') {
  if (!read) return group(title, { Venta: absent })
  const { sale, lines } = read
  return group(title, {
    Venta: link('sale', sale.identity, documentOf(sale)),
    Estado: saleBadge(sale),
    'Por qué espera': sale.held ? HELD_REASONS[sale.held] : undefined,
    'RUT emisor': sale.held === 'issuer' ? sale.identity.split(':')[1] : undefined,
    Importe: saleAmount(sale),
    Cuándo: sale.at,
    Ticket: sale.ticket,
    Turno: sale.shift,
    Productos: productsOf(lines),
  })
}
/** A driver's claim: the receipt beside the sale that the station reported, and the sales that it may be of. */
export async function claimPage(db: Db, claim: Claim, viewer: Looking): Promise<KindPage> {
  const { id, shown, sales, securityCode } = claim
  const { receipt } = shown
  const cents = (value: number): Shown => ({ cents: value, currency: PESOS })
  const person = `${claim.firstName} ${claim.firstSurname}`
  const { text, tone } = badgeOf({ claim })
  return {
    title: EXCEPTION_LABELS.claim,
    badges: [shown.state === 'waiting' ? { text } : { text, tone }],
    masked: !viewer.shown,
    groups: [
      group('Lo que reclama el conductor', {
        Comprobante: cfeText(receipt),
        RUT: receipt.rut,
        Importe: cents(receipt.amount),
        Fecha: { day: receipt.date },
        'Código de seguridad': securityCode || 'No lo dio',
        Afiliación: shown.loyaltyCode,
        Conductor: viewer.shown ? person : maskedName(claim),
        Reclamado: { stamp: shown.datetime },
        'Espera desde': { stamp: shown.operatorFrom },
        Respuesta: shown.sentence,
      }),
      storedGroup(
        'Lo que informó la estación',
        await storedSale(db, viewer, claim.saleIdentity ?? claim.identity),
      ),
    ],
    tables: [
      table(
        'Ventas posibles',
        'No hay ninguna venta sin afiliación con ese comprobante o ese importe.',
        sales,
        {
          Venta: ({ sale, ticket }) => link('sale', sale, `Ticket ${ticket}`),
          Estación: ({ branchName }) => branchName,
          Cuándo: ({ datetime }) => ({ stamp: datetime }),
          Importe: ({ amount }) => cents(amount),
          'Por qué': ({ sale }) =>
            sale === claim.identity
              ? 'Es el comprobante'
              : isOfOtherIssuer(sale)
                ? 'Es el comprobante, que otra estación informó'
                : 'Mismo importe, sin comprobante',
        },
      ),
    ],
    timeline: await historyOf(db, { kind: 'exception', id: `claim:${id}`, subjects: [id] }, [
      { at: claim.at, title: 'El conductor reclamó la compra' },
    ]),
    options: {
      sale: sales.map(({ sale: value, ticket, branchName }) => ({
        value,
        label: `Ticket ${ticket}, ${branchName}`,
      })),
    },
  }
}

/** A conflict: what is stored beside what the till reported, or what was paid. */
export async function conflictPage(db: Db, found: Conflict, viewer: Viewer): Promise<KindPage> {
  const { conflict, branchName, terminalName } = found
  const { id, branchCode, reason, closedAt } = conflict
  const isTerminal = reason === 'terminal'
  const source = { Estación: link('station', branchCode, branchName), Caja: terminalName }
  return {
    title:
      isTerminal ||
      reason === 'content' ||
      reason === 'account_paid' ||
      reason === 'account_refused'
        ? EXCEPTION_LABELS[reason]
        : EXCEPTION_LABELS.misfit,
    badges: [badgeOf(found)],
    groups: isTerminal
      ? [group('', { ...source, ...unusualFacts(conflict.content) })]
      : [
          storedGroup(
            'Lo que tenemos',
            await storedSale(db, viewer, conflict.identity),
            reason === 'other_station' ? 'Es de otra estación' : undefined,
          ),
          group('Lo que llegó después', {
            ...reportedFacts(conflict.content),
            'Por qué no encaja': reason in REJECTIONS ? REJECTIONS[reason as 'other_station'] : '',
            ...source,
            Llegó: conflict.at,
          }),
        ],
    timeline: await historyOf(db, { kind: 'exception', id: `conflict:${id}`, subjects: [id] }, [
      { at: conflict.at, title: isTerminal ? 'Se notó la diferencia' : 'Llegó lo que no coincide' },
      ...(closedAt ? [{ at: closedAt, title: 'Se cerró', tone: 'good' as const }] : []),
    ]),
  }
}

/** A shift that a till closed with other totals than those of its items. */
export async function shiftPage(db: Db, found: Shift): Promise<KindPage> {
  const { branchCode, scope, code, closedAt } = found.shift
  const key = `${branchCode}:${scope}:${code}`
  return {
    title: EXCEPTION_LABELS.shift,
    badges: [badgeOf(found)],
    groups: [
      group('', {
        Turno: code,
        Estación: link('station', branchCode, found.branchName),
        Caja: found.terminalName ?? 'Toda la estación',
        Cerrado: closedAt,
      }),
    ],
    tables: [
      table('Diferencias', 'Ahora suma.', found.differences.map(differenceOf), {
        Diferencia: ({ what }) => what,
        'La caja': ({ sent }) => sent,
        Nosotros: ({ found: ours }) => ours,
      }),
    ],
    timeline: await historyOf(
      db,
      { kind: 'exception', id: `shift:${key}`, subjects: [key] },
      closedAt ? [{ at: closedAt, title: 'La caja lo cerró' }] : [],
    ),
  }
}

const NAMED_BY = { code: 'Código', card: 'Tarjeta', plate: 'Matrícula' } as const

/** An unmatched sale that named a member: what the till knew beside the loyalties that it may be of. */
export async function salePage(db: Db, sale: Sale, viewer: Looking): Promise<KindPage> {
  const { shown } = viewer
  const { identity, memberCard, memberPlate } = sale
  const [read, candidates] = await Promise.all([historyOfSale(db, sale), candidatesOf(db, sale)])
  return {
    title: EXCEPTION_LABELS[reasonOf(sale) ?? 'plate'],
    badges: [badgeOf({ sale })],
    masked: (memberCard !== '' || memberPlate !== '') && !shown,
    groups: [
      storedGroup('Lo que tenemos', read),
      // Who is bound to some stations may not see the issuer's.
      ...(isOfOtherIssuer(identity) && viewer.stations === null
        ? [storedGroup('Lo que informó el emisor', await issuersSale(db, viewer, identity))]
        : []),
      memberGroup('Lo que sabía la caja', sale, shown),
    ],
    tables: [
      table(
        'Afiliaciones posibles',
        'Ninguna afiliación tiene ese código, esa tarjeta o esa matrícula.',
        candidates,
        {
          Afiliación: ({ code }) => code,
          Programa: ({ programme }) => programme,
          Desde: ({ since }) => new Date(since),
          Hasta: ({ endedAt }) => (endedAt === null ? null : new Date(endedAt)),
          Por: ({ by }) => NAMED_BY[by],
          'Cuando se vendió': (one) => heldAt(one, sale.at),
        },
      ),
    ],
    timeline: await historyOf(db, { kind: 'sale', id: identity }, [
      { at: sale.at, title: 'Vendida' },
      { at: sale.receivedAt, title: 'La caja la informó', detail: sale.terminalName },
    ]),
  }
}

/** Whether a loyalty was in force when a sale was made. */
function heldAt({ since, endedAt }: { since: number; endedAt: number | null }, at: Date): Shown {
  if (since > at.getTime()) return { text: 'Todavía no existía', tone: 'warn' }
  if (endedAt !== null && endedAt <= at.getTime())
    return { text: 'Ya había terminado', tone: 'bad' }
  return { text: 'En vigor', tone: 'good' }
}
