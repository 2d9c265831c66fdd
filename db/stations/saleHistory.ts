import { createHash } from 'node:crypto'
import { asc, eq, getTableColumns, inArray, or } from 'drizzle-orm'
import { toHeaderTime } from '#contract/dates.ts'
import type { ReportedItem, ReportedSale, SaleReference } from '#contract/entities/reportedItem.ts'
import type { CfeIdentity } from '#contract/fields/cfeIdentity.ts'
import type { Db } from '#db/core/db.ts'
import { preparedInsert } from '#db/core/preparedStatement.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { saleEvent, saleIdentity, saleLine } from '#db/tables/sales.ts'

export interface ReportingTerminal {
  terminalId: string
  branchCode: string
}

/** A line with its sale or return. */
export type SaleLine = typeof saleLine.$inferSelect
/** A stored sale, void or return with its lines; `programme` is that of its loyalty. */
export type SaleEvent = typeof saleEvent.$inferSelect & {
  programme: string | null
  lines: SaleLine[]
}

/**
 * The identity of a business event (T1): the CFE's if there is one, else station, terminal, local date
 * and ticket, because two terminals of a station have the same ticket numbers.
 */
function identityOf(
  { branchCode, terminalId }: ReportingTerminal,
  { cfe, date, ticket }: SaleReference,
  identityOfCfe: (cfe: CfeIdentity) => string,
): string {
  if (cfe) return identityOfCfe(cfe)
  return `ticket:${branchCode}:${terminalId}:${date}:${ticket}`
}
/** Of the instant: a till may write it in any offset. */
const localDate = ({ datetime }: ReportedItem) => toHeaderTime(new Date(datetime)).slice(0, 10)

/** The identity of a sale with this CFE. */
export const cfeIdentity = ({
  rut,
  type,
  series,
  number,
}: Omit<CfeIdentity, 'type'> & { type: number }): string => `cfe:${rut}:${type}:${series}:${number}`

const ownReference = (item: Exclude<ReportedItem, { kind: 'void' }>): SaleReference => ({
  cfe: item.cfe,
  date: localDate(item),
  ticket: item.ticket,
})

/**
 * What the database stores of an item's identity. A sale has one void for each station that sends one.
 * @param identityOfCfe that of a document as the station names it
 */
export function identitiesOf(
  terminal: ReportingTerminal,
  item: ReportedItem,
  identityOfCfe: (cfe: CfeIdentity) => string,
) {
  const named = (of: SaleReference) => identityOf(terminal, of, identityOfCfe)
  const ofSale = named(item.kind === 'sale' ? ownReference(item) : item.sale)
  return {
    saleIdentity: ofSale,
    identity:
      item.kind === 'void' ? `void:${terminal.branchCode}:${ofSale}` : named(ownReference(item)),
    // The schema fixes the order of the fields.
    contentHash: createHash('sha256')
      .update(JSON.stringify([terminal.branchCode, item]))
      .digest(),
  }
}

/** The columns of a sale by which the member is found, and that an erased account leaves empty. */
export const memberColumns = ({ loyaltyCode, cardNumber, plate }: ReportedSale) => ({
  memberCode: loyaltyCode,
  memberCard: cardNumber,
  memberPlate: plate,
})

const insertIdentities = preparedInsert<typeof saleIdentity, { identity: string }>(
  'insert_sale_identities',
  saleIdentity,
  'on conflict do nothing returning identity',
)

/**
 * Locks identities, in an order that all callers share, and reads what is stored of them. Two reports
 * about one sale (the sale and its void, or the sale twice) run one after the other.
 */
export async function lockHistory(
  tx: Db,
  named: Iterable<string>,
): Promise<Map<string, SaleEvent>> {
  const keys = [...new Set(named)].toSorted()
  const inserted = await insertIdentities(
    tx,
    keys.map((identity) => ({ identity })),
  )
  const fresh = new Set(inserted.map(({ identity }) => identity))
  // Nothing is stored of an identity that was not, and its row is locked by having been inserted.
  const known = keys.filter((identity) => !fresh.has(identity))
  if (known.length === 0) return new Map()
  await tx
    .select()
    .from(saleIdentity)
    .where(inArray(saleIdentity.identity, known))
    .orderBy(saleIdentity.identity)
    .for('update')
  const events = await tx
    .select({ ...getTableColumns(saleEvent), programme: loyalty.programme })
    .from(saleEvent)
    .leftJoin(loyalty, eq(loyalty.code, saleEvent.loyaltyCode))
    .where(or(inArray(saleEvent.identity, known), inArray(saleEvent.saleIdentity, known)))
    .orderBy(asc(saleEvent.at), asc(saleEvent.identity))
  const history = new Map(
    events.map((event): [string, SaleEvent] => [event.identity, { ...event, lines: [] }]),
  )
  if (history.size === 0) return history
  const lines = await tx
    .select()
    .from(saleLine)
    .where(inArray(saleLine.identity, [...history.keys()]))
    .orderBy(asc(saleLine.number))
  for (const line of lines) history.get(line.identity)?.lines.push(line)
  return history
}
