import * as z from 'zod/mini'
import { isStamp } from '#contract/dates.ts'
import { VehicleDraft } from '#contract/entities/membershipRequest.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { opaqueCode, singleLine } from '#contract/fields/text.ts'
import { Cents, Currency } from '#contract/money.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'

/** What a driver types into the log of a car, with the Spanish name: a tankful elsewhere, or an expense. */
export const TYPED_KINDS = {
  fuel: 'Carga en otra estación',
  service: 'Service',
  tyres: 'Neumáticos',
  insurance: 'Seguro',
  patente: 'Patente',
  toll: 'Peaje',
  fine: 'Multa',
  other: 'Otro gasto',
} as const
export type TypedKind = keyof typeof TYPED_KINDS
const TypedKind = z.enum(Object.keys(TYPED_KINDS) as [TypedKind], 'Elegí qué anotás.')

/** Entries that one person may type. */
export const MAX_TYPED = 30_000
/** Kilometres a day above which a person is asked whether the odometer is right. */
export const MAX_KM_PER_DAY = 2_000

const ODOMETER = 'Escribí los kilómetros del tablero: un número entero de 0 a 9.999.999.'
const DATE = 'Escribí la fecha: día, mes y año.'
const LITRES = 'Escribí los litros que cargaste, hasta 1.000: por ejemplo 35,5.'
const AMOUNT = 'Escribí cuánto pagaste, por ejemplo 1.234,50.'
const NO_FUEL = 'Elegí el combustible.'
const isFuel = (code: string) => PRODUCTS.some((one) => one.isFuel && one.code === code)
const yesOrNo = () => withDefault(z.boolean('Respondé sí o no.'), false)
const plate = () => VehicleDraft.shape.plate

/** What a driver adds to any entry of fuel. */
export const typedFuelFields = () => ({
  /** Kilometres of the odometer, 0 to 9,999,999; null or left out when they are not known. */
  odometer: z.nullish(z.int(ODOMETER).check(z.gte(0, ODOMETER), z.lte(9_999_999, ODOMETER))),
  /** Whether the tank was filled up. */
  full: yesOrNo(),
  /** Whether a fill-up between the entry before and this one is missing. */
  missed: yesOrNo(),
  /** A note of one line. */
  note: withDefault(singleLine(200, 'La nota'), ''),
  /** The odometer is as the caller says, although it is below an earlier one, or far above it. */
  confirmed: yesOrNo(),
})

/** An entry that a driver types: a tankful elsewhere, or an expense. */
export const typedEntryFields = () => ({
  /** Id of the entry to change; empty or left out for a new one. */
  entryId: withDefault(opaqueCode(40, 'Elegí una anotación de la lista.'), ''),
  /** Plate of the car. */
  plate: plate(),
  /** `fuel` for a tankful elsewhere, else the kind of expense. */
  kind: TypedKind,
  /** Its day, `yyyyMMdd`; not in the future. */
  date: z
    .string(DATE)
    .check(z.refine((text) => /^(?:19|20)\d{6}$/.test(text) && isStamp(`${text}120000`), DATE)),
  /** What was paid, in cents of pesos. */
  amount: z.int(AMOUNT).check(z.gte(0, AMOUNT), z.lte(10 ** 10, AMOUNT)),
  /** Code of the fuel; required for a tankful, and not read for an expense. */
  product: withDefault(
    z.string(NO_FUEL).check(z.refine((text) => text === '' || isFuel(text), NO_FUEL)),
    '',
  ),
  /** Millilitres of a tankful, 1 to 1,000,000; not read for an expense. */
  millilitres: withDefault(z.int(LITRES).check(z.gte(0, LITRES), z.lte(1_000_000, LITRES)), 0),
  /** Where, in the words of the driver. */
  place: withDefault(singleLine(80, 'El lugar'), ''),
  ...typedFuelFields(),
})

/** What a driver adds to a purchase. */
export const purchaseNoteFields = () => ({
  /** Retrieval reference number of the purchase, as `carLog` answers it. */
  rrn: opaqueCode(12, 'Elegí una compra de la lista.'),
  /** The plate of the car, for a purchase of which the till reported none; empty for none. */
  plate: withDefault(z.union([z.literal(''), plate()], 'Elegí el auto.'), ''),
  ...typedFuelFields(),
})

/** One line of the log of a car: a purchase of fuel as the till reported it, or what the driver typed. */
export const LogEntry = lazyObject(() => ({
  /** `rrn` of a purchase, or the id of a typed entry. */
  id: z.string(),
  /** `purchase` that a till reported, `fuel` for a tankful elsewhere, or the kind of an expense. Other words may follow. */
  kind: z.string(),
  /** When it was, `yyyyMMddHHmmss` in Montevideo; noon of its day for a typed entry, the time of the file for an imported one. */
  datetime: Stamp,
  /** Plate of the car; empty for a purchase of which it is not known. */
  plate: z.string(),
  /** Whether the till reported the plate: then it cannot be assigned. */
  plateReported: z.boolean(),
  /** Code of the fuel; empty for an expense. */
  product: z.string(),
  /** Millilitres that remain after returns; 0 for an expense. */
  millilitres: z.int(),
  currency: Currency,
  /** Cents paid, after the discount and what was returned. */
  amount: Cents,
  /** Discount in cents. */
  discount: Cents,
  /** Cents that the card's payment got back by law, where the sale has no other line. */
  refund: Cents,
  /** Points that the purchase gave, less those taken back. */
  points: z.int(),
  /** Their value at a till in cents of pesos; 0 when the programme takes them for rewards only. */
  pointsValue: Cents,
  /** Name of the station, or the place that the driver typed. */
  place: z.string(),
  /** Kilometres of the odometer; null when they are not known. */
  odometer: z.nullable(z.int()),
  /** Whether the tank was filled up, as the driver says. */
  full: z.boolean(),
  /** Whether a fill-up before it is missing, as the driver says. */
  missed: z.boolean(),
  /** The driver's note. */
  note: z.string(),
  /** Whether the station took a part of the purchase back. */
  returned: z.boolean(),
}))
export type LogEntry = z.infer<typeof LogEntry>

/** The Spanish name of a kind of entry. */
export const kindName = (kind: string): string =>
  TYPED_KINDS[kind as TypedKind] ?? (kind === 'purchase' ? 'Carga' : 'Otro')

/** Whether an entry is of fuel. */
export const isFuelEntry = ({ kind }: Pick<LogEntry, 'kind'>): boolean =>
  kind === 'purchase' || kind === 'fuel'

/** A car of the caller: the plate of a vehicle of a loyalty, of a purchase, or of a typed entry. */
export const Car = lazyObject(() => ({
  /** Plate in upper case; empty for the purchases whose car is not known. */
  plate: z.string(),
  /** Make of the vehicle: a code of the reference lists, or another name; empty when it is not known. */
  mark: z.string(),
  /** Codes of the fuels that it was bought, or that its vehicle takes. */
  fuels: z.array(z.string()),
  /** Number of entries. */
  entries: z.int(),
  /** The newest odometer in kilometres; null without any. */
  odometer: z.nullable(z.int()),
}))
export type Car = z.infer<typeof Car>
