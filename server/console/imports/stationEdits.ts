import { fromStamp, toDate } from '#contract/dates.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { storedCells } from '#db/imports/changedRows.ts'
import { fuelPriceCells, pricesKind } from '#db/imports/pricesAndRates.ts'
import { stationsKind } from '#db/imports/stationsKind.ts'
import { officialPrices } from '#db/stations/branches.ts'
import {
  amount,
  choice,
  day,
  invalid,
  optional,
  remark,
  text,
} from '#server/console/actionFields.ts'
import { action } from '#server/console/consoleAction.ts'
import { SURE, storeEdit } from '#server/console/imports/importSteps.ts'
import { notFound } from '#server/http/errors.ts'

/** What the form of `changeStation` holds at first. */
export function detailsOf(cells: Readonly<Record<string, string>>) {
  const { direccion = '', horario = '', servicios = '' } = cells
  return {
    address: direccion,
    openingHours: horario,
    services: servicios.replaceAll(' | ', '\n'),
  }
}

/** Changes what drivers read of a station, by an import of one row. */
export const changeStation = action({
  label: 'Corregir los datos',
  question:
    'Los conductores lo ven enseguida. Queda entre las importaciones, donde se puede deshacer.',
  fields: {
    address: text({
      label: 'Dirección',
      missing: 'Escribí la dirección.',
      subject: 'La dirección',
      max: 200,
    }),
    openingHours: text({
      label: 'Horario',
      missing: 'Escribí el horario.',
      subject: 'El horario',
      max: 200,
    }),
    services: optional(
      remark({
        label: 'Servicios',
        hint: 'Uno por línea, con su detalle tras dos puntos, como «Combustibles: Super, Gasoil».',
        missing: '',
        subject: 'La lista de servicios',
        max: 1000,
      }),
      '',
    ),
  },
  audit: 'stationChanged',
  async run(acting) {
    const { context, id, values } = acting
    const cells = await storedCells(context.db, stationsKind, id)
    if (!cells) throw notFound()
    const lines = values.services.split('\n').map((line) => line.trim())
    const changed = {
      direccion: values.address,
      horario: values.openingHours,
      servicios: lines.filter(Boolean).join(' | '),
    }
    const rows = [{ ...cells, ...changed }]
    return await storeEdit(acting, { kind: stationsKind, fileName: `${id}.csv`, rows, sure: '' })
  },
})

const FUELS = PRODUCTS.filter(({ isFuel }) => isFuel).map(({ code, text: name }) => [code, name])

/** Sets an official price from a day on, by an import of its row and of the end of the one before. */
export const changePrice = action({
  label: 'Cambiar un precio',
  question:
    'Los precios oficiales son los mismos en todo el país: cambia en todas las estaciones. Queda entre las importaciones; lo que todavía no empezó a regir se puede deshacer.',
  fields: {
    grade: choice({
      label: 'Combustible',
      missing: 'Elegí el combustible.',
      of: { ...Object.fromEntries(FUELS), supergas: 'Supergás, por kg' } as Record<string, string>,
    }),
    price: amount({ label: 'Precio', hint: 'Como 80,20.', missing: 'Escribí el precio.' }),
    from: day({ label: 'Rige desde', missing: 'Elegí desde qué día rige.' }),
    decree: optional(
      text({
        label: 'Decreto o resolución',
        hint: 'Vacío: el del precio anterior.',
        missing: '',
        subject: 'El decreto',
        max: 80,
      }),
      '',
    ),
    sure: optional(
      choice({
        label: 'Si cambia más de 20 %',
        missing: '',
        of: { [SURE]: 'Sí, el precio está bien' },
      }),
      '',
    ),
  },
  secondFactor: true,
  audit: 'priceChanged',
  async run(acting) {
    const { grade: product, price, from, decree, sure } = acting.values
    const prices = (await officialPrices(acting.context.db)).filter(
      (one) => one.product === product,
    )
    const prior = prices.findLast(({ validFrom }) => validFrom <= from)
    const reaches = prior && prior.validTo >= from
    const next = {
      product,
      validFrom: from,
      // A price without an end is over when the next one begins.
      validTo: reaches ? prior.validTo : '',
      price,
      decree: decree || (prior?.decree ?? ''),
    }
    if (!next.decree)
      throw invalid('Escribí el decreto o la resolución: no hay un precio anterior.')
    const ended = reaches && prior.validFrom < from ? [{ ...prior, validTo: dayBefore(from) }] : []
    const rows = [...ended, next].map(fuelPriceCells)
    const fileName = `precio-${product}.csv`
    return await storeEdit(acting, { kind: pricesKind, fileName, rows, sure })
  },
})

const dayBefore = (date: string) =>
  toDate(new Date((fromStamp(`${date}000000`) ?? new Date(0)).getTime() - 1))
