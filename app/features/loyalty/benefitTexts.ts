import { fromStamp, shortDate, toDate } from '#contract/dates.ts'
import type { BenefitRule, ProgrammeBenefits } from '#contract/info/programmes.ts'
import { pointsText } from '#contract/pointsText.ts'
import { PRODUCTS, productName } from '#contract/reference/stationServices.ts'
import { conditionsOf, givesText } from '#contract/ruleText.ts'
import { money, percent, points } from '#kit/format/numbers.ts'

/** What a programme gives, in words; all of them come from its rules. */
interface BenefitTexts {
  /** A row for each product: the points, and the discount at the pump; empty without one. */
  perLitre: BenefitRow[]
  perHundred: BenefitRow[]
  /** The rows as sentences. */
  summary: string[]
  /** What has conditions or ends, what a point is worth and how long it lives, a sentence each. */
  notes: string[]
}
export interface BenefitRow {
  product: string
  points: number
  discount: string
}

export function benefitTexts(programme: ProgrammeBenefits): BenefitTexts {
  const { products, campaigns, pointValue } = programme
  const perLitre = products.filter((rule) => rule.perLitre > 0 || (isFuel(rule) && noPoints(rule)))
  const perHundred = products.filter((rule) => rule.perHundred > 0 || !perLitre.includes(rule))
  const litres = perLitre.map((rule) => toRow(rule, rule.perLitre))
  const hundreds = perHundred.map((rule) => toRow(rule, rule.perHundred))
  const lifetime = lifetimeText([programme])
  return {
    perLitre: litres,
    perHundred: hundreds,
    summary: [
      summaryOf('Por litro', litres),
      summaryOf(PER_HUNDRED, hundreds),
      summaryOf('Descuento', [...litres, ...hundreds], ({ discount }) => discount),
    ].filter((sentence) => sentence !== ''),
    notes: [
      ...products.flatMap((rule) =>
        rule.validUntil ? [`Lo de ${productName(rule.product)} es${untilText(rule)}.`] : [],
      ),
      ...campaigns.map(campaignText),
      pointValue > 0 && `Cada punto vale ${money(pointValue)} en la caja.`,
      lifetime !== '' && `Los puntos duran ${lifetime} y los podés usar ${pendingText(programme)}.`,
    ].filter((note) => typeof note === 'string'),
  }
}

export const PER_HUNDRED = 'Cada $\u00A0100'

const isFuel = ({ product }: BenefitRule) =>
  PRODUCTS.some(({ code, isFuel: fuel }) => fuel && code === product)
const noPoints = ({ perLitre, perHundred }: BenefitRule) => perLitre + perHundred === 0

const toRow = ({ product, discountBasisPoints }: BenefitRule, given: number): BenefitRow => ({
  product: productName(product),
  points: given,
  discount: discountBasisPoints > 0 ? percent(discountBasisPoints) : '',
})

const pointsOf = ({ points: given }: BenefitRow) => (given > 0 ? pointsText(given) : '')

/** `Por litro: 3 puntos en Super y Gasoil Especial, 5 puntos en Premium.`; empty without any figure. */
function summaryOf(unit: string, rows: readonly BenefitRow[], figureOf = pointsOf): string {
  const figures = [...new Set(rows.map(figureOf))].filter((figure) => figure !== '')
  const parts = figures.map((figure) => {
    const alike = rows.filter((row) => figureOf(row) === figure)
    return `${figure} en ${listed(alike.map(({ product }) => product))}`
  })
  return parts.length === 0 ? '' : `${unit}: ${parts.join(', ')}.`
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`

/** `Sábado, domingo, de 22 a 6: 5 puntos por litro de Super y 3 % de descuento, hasta el 31/12/2026.` */
function campaignText(rule: BenefitRule): string {
  const when = conditionsOf(rule)
  const discount =
    rule.discountBasisPoints > 0 ? ` y ${percent(rule.discountBasisPoints)} de descuento` : ''
  const gives = givesText(rule).replace(/^S/, 's')
  const until = rule.validUntil && `,${untilText(rule)}`
  return `${when.charAt(0).toUpperCase()}${when.slice(1)}: ${gives}${discount}${until}.`
}

/** The last day of a rule, whose end is its first instant that is too late. */
function untilText({ validUntil }: BenefitRule): string {
  const end = fromStamp(validUntil)
  return end ? ` hasta el ${shortDate(toDate(new Date(end.getTime() - 1)))}` : ''
}

const rulesOf = ({ products, campaigns }: ProgrammeBenefits) => [...products, ...campaigns]
const bounds = (figures: readonly number[]) => [Math.min(...figures), Math.max(...figures)] as const

/** How long points live: `24 meses`, or `de 3 a 24 meses` where rules differ; empty when no rule gives any. */
export function lifetimeText(programmes: readonly ProgrammeBenefits[]): string {
  const rules = programmes.flatMap(rulesOf).filter((rule) => !noPoints(rule))
  if (rules.length === 0) return ''
  const [least, most] = bounds(rules.map(({ expiresMonths }) => expiresMonths))
  const unit = most === 1 ? 'mes' : 'meses'
  return least === most ? `${most} ${unit}` : `de ${least} a ${most} ${unit}`
}

/** From when points can be spent: a pending day ends at the end of the next one. */
function pendingText(programme: ProgrammeBenefits): string {
  const rules = rulesOf(programme).filter((rule) => !noPoints(rule))
  const [least, most] = bounds(
    rules.map(({ pendingDays }) => (pendingDays === 0 ? 0 : pendingDays + 1)),
  )
  if (most === 0) return 'enseguida'
  return `${least === most ? '' : 'como mucho '}a los ${most} días de sumarlos`
}

/** The price of a reward: `250 puntos`, and where, if not everywhere. */
export const rewardPrice = ({
  points: price,
  everywhere,
}: ProgrammeBenefits['rewards'][number]): string =>
  `${pointsText(price, points(price))}${everywhere ? '' : ', en algunas estaciones'}`
