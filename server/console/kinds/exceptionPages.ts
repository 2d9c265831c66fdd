import { EXCEPTION_LABELS, EXCEPTION_STATES } from '#contract/console/exceptionKind.ts'
import type { ShiftDifference } from '#contract/entities/shiftDifference.ts'
import { PESOS } from '#contract/money.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { claimWithSales } from '#db/claims/claimLists.ts'
import { conflictOf, shiftOf } from '#db/console/exceptions.ts'
import { type Taker, takerOf } from '#db/console/exceptionTakers.ts'
import { ANY_STATION } from '#db/console/operators.ts'
import { type SaleRead, saleById } from '#db/console/sales.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import { isOfOtherIssuer } from '#db/stations/reportingStation.ts'
import type { KindPage } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { type Conflict, conflictPage } from '#server/console/kinds/conflictPage.ts'
import { reasonOf } from '#server/console/kinds/saleKind.ts'
import { differenceOf } from '#server/console/kinds/shiftDifference.ts'
import { storedGroup, storedSale } from '#server/console/kinds/storedSale.ts'
import { unmatchedSalePage } from '#server/console/kinds/unmatchedSalePage.ts'
import { maskedName } from '#server/console/maskedText.ts'
import { badge, group, link, type Shown, table } from '#server/console/shownValues.ts'
import type { Viewer } from '#server/console/viewer.ts'

type Looking = Viewer & { shown: boolean }
type SourcePage = Omit<KindPage, 'badges'>
type Claim = NonNullable<Awaited<ReturnType<typeof claimWithSales>>>
type Sale = SaleRead['sale']
type Shift = NonNullable<Awaited<ReturnType<typeof shiftOf>>>
type Source = { claim: Claim } | Conflict | Shift | { sale: Sale }
/** What waits, or waited, for an operator, with who has it. */
export type Exception = Source & { taker: Taker }

/** @returns null for what the viewer does not see, and for a sale that never was an exception */
export async function readException(db: Db, id: string, viewer: Viewer): Promise<Exception | null> {
  const found = await readSource(db, id, viewer)
  return found && { ...found, taker: await takerOf(db, id) }
}

async function readSource(db: Db, id: string, viewer: Viewer): Promise<Source | null> {
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

export function stateOf(found: Source): keyof typeof EXCEPTION_STATES {
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

/** The station that an exception is of; that of a claim is not known. */
export const branchOfException = (found: Source): string =>
  'conflict' in found
    ? found.conflict.branchCode
    : 'shift' in found
      ? found.shift.branchCode
      : 'sale' in found
        ? found.sale.branchCode
        : ANY_STATION

/** The page of an exception, by its source. */
export async function pageOfSource(db: Db, found: Source, viewer: Looking): Promise<KindPage> {
  const page =
    'claim' in found
      ? await claimPage(db, found.claim, viewer)
      : 'conflict' in found
        ? await conflictPage(db, found, viewer)
        : 'shift' in found
          ? await shiftPage(db, found)
          : await unmatchedSalePage(db, found.sale, viewer)
  return { ...page, badges: [badge(EXCEPTION_STATES, stateOf(found))] }
}

/** A driver's claim: the receipt beside the sale that the station reported, and the sales that it may be of. */
async function claimPage(db: Db, claim: Claim, viewer: Looking): Promise<SourcePage> {
  const { id, shown, sales, securityCode } = claim
  const { receipt } = shown
  const cents = (value: number): Shown => ({ cents: value, currency: PESOS })
  const person = `${claim.firstName} ${claim.firstSurname}`
  return {
    title: EXCEPTION_LABELS.claim,
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

/** A total that differs, with how much of it is missing, or is too much. */
function withRest({ total, sent, found }: ShiftDifference) {
  const rest = differenceOf({ total, sent: sent - found, found: found - sent })
  return {
    ...differenceOf({ total, sent, found }),
    missing: sent > found ? rest.sent : null,
    extra: found > sent ? rest.found : null,
  }
}

const ITEMS = { sale: 'Venta', void: 'Anulación', return: 'Devolución' } as const

/** A shift that a till closed with other totals than those of its items: what is missing, and what there is. */
async function shiftPage(db: Db, found: Shift): Promise<SourcePage> {
  const { branchCode, scope, code, closedAt } = found.shift
  const key = `${branchCode}:${scope}:${code}`
  return {
    title: EXCEPTION_LABELS.shift,
    groups: [
      group('', {
        Turno: code,
        Estación: link('station', branchCode, found.branchName),
        Caja: found.terminalName ?? 'Toda la estación',
        Cerrado: closedAt,
      }),
    ],
    tables: [
      table('Diferencias', 'Ahora suma.', found.differences.map(withRest), {
        Diferencia: ({ what }) => what,
        'La caja': ({ sent }) => sent,
        Nosotros: ({ found: ours }) => ours,
        'Nos falta': ({ missing }) => missing,
        'Tenemos de más': ({ extra }) => extra,
      }),
      table('Lo que tenemos del turno', 'Nada: la caja no informó nada del turno.', found.items, {
        Comprobante: ({ kind, identity, ticket }) =>
          kind === 'sale' ? link('sale', identity, `Ticket ${ticket}`) : `Ticket ${ticket}`,
        'Qué es': ({ kind }) => ITEMS[kind],
        Cuándo: ({ at }) => at,
        Importe: ({ amount, currency }) =>
          amount === null ? null : { cents: amount, currency: currency ?? PESOS },
      }),
    ],
    timeline: await historyOf(
      db,
      { kind: 'exception', id: `shift:${key}`, subjects: [key] },
      closedAt ? [{ at: closedAt, title: 'La caja lo cerró' }] : [],
    ),
  }
}
