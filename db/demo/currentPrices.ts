import { Readable } from 'node:stream'
import { shortDate, toDate } from '#contract/dates.ts'
import type { Db } from '#db/core/db.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import { priceOn } from '#db/demo/programmes.ts'
import { importRows } from '#db/imports/importFile.ts'
import { fileOf } from '#db/imports/importKinds.ts'
import { pricesKind } from '#db/imports/pricesAndRates.ts'

/** What the demo gives as the source of its prices. */
const DECREE = 'Dato de demostración'

/** Imports prices that are in force on the demo's day, of the products whose last known one is over: no decree sets them. */
export async function importCurrentPrices(db: Db, demo: DemoContext, now: Date): Promise<void> {
  const today = demo.dates.date(0)
  const first = demo.dates.monthStart(0)
  const products = [...new Set(demo.prices.map(({ product }) => product))]
  const rows = products
    .filter((product) => {
      const last = demo.prices.findLast((one) => one.product === product)
      return last?.validTo && last.validTo < demo.dates.dayOf(first) && last.validFrom < today
    })
    .map((producto) => ({
      producto,
      desde: shortDate(toDate(first)),
      precio: (priceOn(demo.prices, producto, today) / 100).toFixed(2).replace('.', ','),
      norma: DECREE,
    }))
  if (rows.length === 0) return
  const content = Buffer.from(fileOf(pricesKind, rows))
  const source = Readable.from([content])
  const file = { fileName: 'precios-demostracion.csv', content, source }
  await importRows(db, { kind: pricesKind, ...file, login: '', now })
}
