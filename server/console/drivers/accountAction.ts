import { setAccountLimit } from '#db/loyalty/accountLimits.ts'
import { integer, invalid, row } from '#server/console/actionFields.ts'
import { action } from '#server/console/consoleAction.ts'

const LOYALTY = 'Elegí una afiliación de la lista.'
const LIMIT = 'El límite es un número entero de pesos, de 0 a 1.000.000.'

/** Gives a loyalty an account at the stations, changes its limit, or ends it. */
export const accountAction = action({
  label: 'Cuenta en las estaciones',
  question:
    'Lo que las estaciones le vendan a cuenta, hasta el límite, queda como deuda de la persona. Con 0 no tiene cuenta; lo que ya debe no cambia.',
  secondFactor: true,
  fields: {
    loyalty: row({ label: 'Afiliación', missing: LOYALTY }),
    limit: integer({ label: 'Límite en pesos', missing: LIMIT, from: 0, to: 1_000_000 }),
  },
  audit: 'setAccountLimit',
  async run({ context, id: personId, values }) {
    const { loyalty: loyaltyCode, limit } = values
    const amount = limit * 100
    if (!(await setAccountLimit(context.db, { personId, loyaltyCode, amount })))
      throw invalid(LOYALTY)
    return {
      outcome: limit > 0 ? 'La cuenta quedó con ese límite.' : 'La afiliación quedó sin cuenta.',
      detail: { loyaltyCode, amount },
    }
  },
})
