import { EXCEPTION_LABELS } from '#contract/console/exceptionKind.ts'
import { type Candidate, candidatesOf } from '#db/console/saleCandidates.ts'
import { historyOfSale, type SaleRead } from '#db/console/sales.ts'
import type { Db } from '#db/core/db.ts'
import { isOfOtherIssuer } from '#db/stations/reportingStation.ts'
import type { KindPage } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { memberGroup, reasonOf } from '#server/console/kinds/saleKind.ts'
import { storedGroup, storedSale } from '#server/console/kinds/storedSale.ts'
import { type Shown, table } from '#server/console/shownValues.ts'
import type { Viewer } from '#server/console/viewer.ts'

type Sale = SaleRead['sale']

/** The sale that the issuer reported of a document that another station has. */
const issuersSale = (db: Db, viewer: Viewer, identity: string) =>
  storedSale(db, viewer, identity.slice(0, identity.lastIndexOf(':')))

const WHY: Record<Candidate['by'], string> = {
  code: 'Tiene ese código',
  card: 'Tiene esa tarjeta',
  plate: 'Tiene esa matrícula',
  near_card: 'Su tarjeta difiere en una cifra',
  near_plate: 'Su matrícula difiere en una letra o cifra',
  claim: 'Reclama una compra de ese importe y día',
  payment: 'Pagó ese importe con la app en la estación',
}

/** An unmatched sale that named a member: what the till knew beside the loyalties that it may be of. */
export async function unmatchedSalePage(
  db: Db,
  sale: Sale,
  viewer: Viewer & { shown: boolean },
): Promise<Omit<KindPage, 'badges'>> {
  const { shown } = viewer
  const { identity, memberCard, memberPlate } = sale
  const seesAll = viewer.stations === null
  const [read, candidates] = await Promise.all([
    historyOfSale(db, sale),
    candidatesOf(db, sale, seesAll),
  ])
  const inForce = candidates.filter(({ endedAt }) => endedAt === null)
  // One loyalty may be found for several reasons, the best one first.
  const offered = [...new Map(inForce.toReversed().map((one) => [one.code, one])).values()]
  return {
    title: EXCEPTION_LABELS[reasonOf(sale) ?? 'plate'],
    masked: (memberCard !== '' || memberPlate !== '') && !shown,
    groups: [
      storedGroup('Lo que tenemos', read),
      // Who is bound to some stations may not see the issuer's.
      ...(isOfOtherIssuer(identity) && seesAll
        ? [storedGroup('Lo que informó el emisor', await issuersSale(db, viewer, identity))]
        : []),
      memberGroup('Lo que sabía la caja', sale, shown),
    ],
    tables: [
      table(
        'Afiliaciones posibles',
        'Ninguna afiliación tiene ese código, esa tarjeta o esa matrícula, ni parecidos; ninguna reclama ni pagó ese importe.',
        candidates,
        {
          Afiliación: ({ code }) => code,
          'Por qué': ({ by, at }) =>
            at === null ? WHY[by] : `${WHY[by]}, ${apart(at - sale.at.getTime())}`,
          Programa: ({ programme }) => programme,
          Desde: ({ since }) => new Date(since),
          Hasta: ({ endedAt }) => (endedAt === null ? null : new Date(endedAt)),
          'Cuando se vendió': (one) => heldAt(one, sale.at),
        },
      ),
    ],
    timeline: await historyOf(db, { kind: 'sale', id: identity }, [
      { at: sale.at, title: 'Vendida' },
      { at: sale.receivedAt, title: 'La caja la informó', detail: sale.terminalName },
    ]),
    options: {
      candidate: offered.toReversed().map(({ code, by }) => ({
        value: code,
        label: `${code}: ${WHY[by].toLowerCase()}`,
        fills: { field: 'loyaltyCode', text: code },
      })),
    },
  }
}

/** How far a payment is from its sale: `8 minutos después`. */
function apart(millis: number): string {
  const minutes = Math.round(Math.abs(millis) / 60_000)
  if (minutes === 0) return 'en el mismo minuto'
  return `${minutes} ${minutes === 1 ? 'minuto' : 'minutos'} ${millis > 0 ? 'después' : 'antes'}`
}

/** Whether a loyalty was in force when a sale was made. */
function heldAt({ since, endedAt }: { since: number; endedAt: number | null }, at: Date): Shown {
  if (since > at.getTime()) return { text: 'Todavía no existía', tone: 'warn' }
  if (endedAt !== null && endedAt <= at.getTime())
    return { text: 'Ya había terminado', tone: 'bad' }
  return { text: 'En vigor', tone: 'good' }
}
