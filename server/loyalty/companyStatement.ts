import { fromStamp } from '#contract/dates.ts'
import { monthsLater } from '#contract/entities/loyalty.ts'
import { companyStatement } from '#contract/loyalty/companyStatement.ts'
import { companyPurchases, companyVehicles, rutOfCompany } from '#db/companies/companyStatement.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'
import { readCursor, writeCursor } from '#server/http/pagination.ts'

export default defineHandler(
  companyStatement,
  async (_context, request, { personId }, { reads }) => {
    const { loyaltyCode: code, month, count } = request
    const clientRUT = await rutOfCompany(reads, { personId, code })
    const from = fromStamp(`${month}01000000`)
    const until = from && fromStamp(`${monthsLater(from, 1)}000000`)
    if (!clientRUT || !from || !until) throw notFound()
    const span = { from, until }
    const after = readCursor(request.after, undefined, span)
    const { lines, next } = await companyPurchases(reads, code, { ...span, count, after })
    const vehicles = await companyVehicles(reads, code, span)
    const sum = (of: 'millilitres' | 'amount' | 'deductibleTax') =>
      vehicles.reduce((total, vehicle) => total + vehicle[of], 0)
    return {
      clientRUT,
      lines,
      vehicles,
      total: {
        millilitres: sum('millilitres'),
        amount: sum('amount'),
        deductibleTax: sum('deductibleTax'),
      },
      next: writeCursor(next),
    }
  },
)
