import { HELD_REASONS } from '#contract/entities/heldSale.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { historyOfSale, type SaleRead, saleById } from '#db/console/sales.ts'
import type { Db } from '#db/core/db.ts'
import { documentOf, saleAmount, saleBadge } from '#server/console/kinds/saleKind.ts'
import { group, link } from '#server/console/shownValues.ts'
import type { Viewer } from '#server/console/viewer.ts'

/** The sale of an identity with what belongs to it; null for one that the viewer does not see. */
export async function storedSale(db: Db, viewer: Viewer, identity: string) {
  const sale = await saleById(db, viewer, identity)
  return sale && (await historyOfSale(db, sale))
}

/** What is stored of a sale, beside what another source says of it. */
export function storedGroup(title: string, read: SaleRead | null) {
  if (!read) return group(title, { Venta: 'La estación no la informó' })
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
    Productos: lines.map(({ product }) => productName(product)).join(', '),
  })
}
