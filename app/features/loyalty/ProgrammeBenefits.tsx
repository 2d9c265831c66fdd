import type { ReactNode } from 'react'
import {
  type BenefitRow,
  benefitTexts,
  lifetimeText,
  PER_HUNDRED,
  rewardPrice,
} from '#app/features/loyalty/benefitTexts.ts'
import { type ProgrammeBenefits as Given, programmes } from '#contract/info/programmes.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { useLoadingError } from '#kit/feedback/queryStatus.ts'

interface Props {
  /** Drawn during the first load. */
  skeleton?: ReactNode
  /** Drawn when what the programmes give could not be loaded: a text without figures. */
  instead: ReactNode
  children: (programmes: readonly Given[]) => ReactNode
}

/** Draws what the programmes give, or a text without it. */
export function BenefitsView({ skeleton, instead, children }: Props) {
  const query = useCallQuery(programmes, {})
  const error = useLoadingError(query)
  if (query.data) return children(query.data.programmes)
  return error ? instead : (skeleton ?? instead)
}

/** How long points live, inside a sentence; `instead` while it is not known. */
export function PointsLifetime({
  instead,
  children,
}: Pick<Props, 'instead'> & { children: (lifetime: string) => ReactNode }) {
  return (
    <BenefitsView instead={instead}>
      {(all) => {
        const lifetime = lifetimeText(all)
        return lifetime ? children(lifetime) : instead
      }}
    </BenefitsView>
  )
}

/** What a programme gives: the points of each product, what to know of them, and rewards with their prices. */
export function ProgrammeBenefits({ programme }: { programme: Given }) {
  const { perLitre, perHundred, notes } = benefitTexts(programme)
  const { rewards, products, campaigns } = programme
  if (products.length + campaigns.length === 0)
    return <p className="text-soft">Por ahora no da puntos ni descuentos.</p>
  return (
    <>
      <table className="figures w-full text-left">
        <Rows title="Por litro" rows={perLitre} />
        <Rows title={PER_HUNDRED} rows={perHundred} />
      </table>
      <Sentences texts={notes} />
      {rewards.length > 0 && (
        <div>
          <h3 className="mb-2 text-sm text-soft">Premios, entre otros</h3>
          <DescriptionList
            facts={rewards.map((reward) => ({ name: reward.title, value: rewardPrice(reward) }))}
          />
        </div>
      )}
    </>
  )
}

/** The same without table and rewards. */
export function BenefitSentences({ programme }: { programme: Given }) {
  const { summary, notes } = benefitTexts(programme)
  return <Sentences texts={[...summary, ...notes]} />
}

const Sentences = ({ texts }: { texts: readonly string[] }) => (
  <div className="flex flex-col gap-1 text-sm text-pretty">
    {texts.map((text) => (
      <p key={text}>{text}</p>
    ))}
  </div>
)

function Rows({ title, rows }: { title: string; rows: readonly BenefitRow[] }) {
  if (rows.length === 0) return null
  return (
    <tbody className="divide-y divide-line not-first:before:block not-first:before:h-3">
      <tr className="text-sm text-soft *:py-1 *:font-normal">
        <th scope="col">{title}</th>
        <th scope="col" className="text-right">
          Puntos
        </th>
        <th scope="col" className="text-right">
          Descuento
        </th>
      </tr>
      {rows.map(({ product, points, discount }) => (
        <tr key={product} className="*:py-1.5">
          <th scope="row" className="font-normal">
            {product}
          </th>
          <td className="text-right font-semibold">{points}</td>
          <td className="pl-3 text-right whitespace-nowrap text-soft">{discount || '—'}</td>
        </tr>
      ))}
    </tbody>
  )
}
