import type { LogEntry, TypedKind } from '#contract/entities/car/logEntry.ts'
import { folded } from '#db/imports/field.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { amountOf, isYes, stampOf } from '#server/car/files/cells.ts'

type Read = 'odometer' | 'millilitres' | 'amount' | 'product' | 'full' | 'missed' | 'place' | 'note'
/** An entry that another app wrote: to the minute, and at noon of its day when the file gives no time. */
interface FileEntry extends Pick<LogEntry, 'datetime' | Read> {
  kind: TypedKind
  /** Id of the app that wrote it, by which a second import finds it; empty when it has none. */
  guid: string
}

/** A vehicle with its entries, oldest first. */
interface VehicleOfFile {
  name: string
  plate: string
  entries: FileEntry[]
}

/** What a file says, as far as it can be read. */
export interface CarFile {
  vehicles: VehicleOfFile[]
  /** By line, from 1. A row with a problem is left out unless its sentence says how it was read. */
  problems: { row: number; sentence: string }[]
}

/** The words by which other apps name the kinds of expenses and the fuels, without accents. */
const KINDS: readonly [TypedKind, RegExp][] = [
  ['tyres', /neumat|cubierta|gomer|pneu|tyre|tire/],
  ['insurance', /segur|insur/],
  ['patente', /patente|registra|impuesto|ipva|\btax/],
  ['toll', /peaje|pedagio|toll/],
  ['fine', /multa|\bfine|ticket/],
  ['service', /serv|mant|mainten|repar|repair|aceite|\boil/],
]
const FUELS: readonly [product: string, RegExp][] = [
  ['gasoilEspecial', /(?:gas-? ?oil|diesel).*(?:especial|10)/],
  ['gasoil', /gas-? ?oil|diesel/],
  ['premium', /premium|\b9[78]\b/],
  ['super', /super|nafta|gasolin|petrol|\b95\b/],
  ['queroseno', /queros/],
]
const codeOf = <Code>(words: readonly [Code, RegExp][], text: string) =>
  words.find(([, word]) => word.test(folded(text)))?.[0]
export const kindOf = (text: string): TypedKind => codeOf(KINDS, text) ?? 'other'
/** The fuel that a name says; empty for another. */
export const productOf = (text = ''): string => codeOf(FUELS, text) ?? ''

/** What a number of an entry is called, an example, its decimal places, and its greatest value in units of the last. */
const NUMBERS = {
  millilitres: ['los litros', 'van como 35,5', 3, 1_000_000],
  price: ['el precio', 'va como 76,88', 2, 10 ** 7],
  amount: ['el importe', 'va como 1234,50', 2, 10 ** 10],
  odometer: ['los kilómetros', 'van como 46818', 0, 9_999_999],
} as const

type Texts = Partial<Record<Exclude<keyof FileEntry, 'kind'> | 'price', string | undefined>>
/** More come of a column that has no plates. */
const MAX_VEHICLES = 20

/** Collects the entries of a file from the texts of its rows. */
export class CarFileBuilder {
  readonly vehicles: VehicleOfFile[] = []
  readonly problems: CarFile['problems'] = []
  readonly #today: string
  readonly #isSheet: boolean

  /**
   * @param today `yyyyMMdd`: an entry of a later day is a problem
   * @param isSheet as of `amountOf`
   */
  constructor(today: string, isSheet: boolean) {
    this.#today = today
    this.#isSheet = isSheet
  }

  /** The vehicle of a name, which is added when it is new. */
  vehicle(name: string, plate = ''): VehicleOfFile {
    const known = this.vehicles.find((one) => one.name === name)
    if (known) return known
    if (this.vehicles.length === MAX_VEHICLES)
      throw new ImportRefused(`el archivo tiene más de ${MAX_VEHICLES} autos: dividilo.`)
    const added: VehicleOfFile = { name, plate, entries: [] }
    this.vehicles.push(added)
    return added
  }

  add(row: number, { entries }: VehicleOfFile, kind: TypedKind, texts: Texts): void {
    const fail = (sentence: string) => {
      this.problems.push({ row, sentence })
      return null
    }
    const number = (field: keyof typeof NUMBERS, text = '') => {
      const [name, example, places, most] = NUMBERS[field]
      const value = amountOf(text, places, this.#isSheet)
      const least = field === 'millilitres' ? 1 : 0
      if (value !== null && value >= least && value <= most) return value
      return fail(unreadable(name, text, example))
    }
    const yes = (text = '') =>
      isYes(text) ??
      fail(`«${text.slice(0, 40)}» no se entiende como sí o no: queda como no.`) ??
      false
    const short = (text = '', most: number) => {
      if (text.length > most) fail(`«${text.slice(0, 20)}…» es largo: guardamos el principio.`)
      return text.slice(0, most).toWellFormed().trim()
    }
    const isFuel = kind === 'fuel'
    const datetime = stampOf(texts.datetime ?? '')
    if (datetime === null) fail(unreadable('la fecha', texts.datetime, 'va como 7/9/2026'))
    const isLater = datetime !== null && datetime.slice(0, 8) > this.#today
    if (isLater) fail(`La fecha «${texts.datetime}» todavía no llegó.`)
    const odometer = number('odometer', texts.odometer || '0')
    const millilitres = isFuel ? number('millilitres', texts.millilitres) : 0
    const isPriced = isFuel && !texts.amount && /[1-9]/.test(texts.price ?? '')
    const value = isPriced ? number('price', texts.price) : number('amount', texts.amount)
    if (datetime === null || isLater || odometer === null || millilitres === null || value === null)
      return
    const amount = isPriced ? Math.round((value * millilitres) / 1000) : value
    entries.push({
      kind,
      datetime,
      // Both apps write an odometer that is not known as 0.
      odometer: odometer || null,
      millilitres,
      amount,
      product: (isFuel && texts.product) || '',
      full: isFuel && yes(texts.full),
      missed: isFuel && yes(texts.missed),
      place: short(texts.place, 80),
      note: short(texts.note, 200),
      guid: texts.guid ?? '',
    })
  }
}

const unreadable = (name: string, text = '', example: string) =>
  text === ''
    ? `Hay que completar ${name}: ${example}.`
    : `No entendemos ${name} «${text.slice(0, 40)}»: ${example}.`
