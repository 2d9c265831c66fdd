import { isEmpty, ObjectValue } from '#console/features/ObjectValue.tsx'
import type { ObjectChart, ObjectValue as Value } from '#contract/console/objectPage.ts'

/** The number behind a value. */
export const sizeOf = ({ cents, count, millilitres }: Value) => cents ?? count ?? millilitres ?? 0

/** Horizontal bars as a table: a screen reader reads the rows. A thin bar is what the value was before. */
export function BarChart({ chart: { title, columns, bars } }: { chart: ObjectChart }) {
  const longest = Math.max(
    1,
    ...bars.flatMap(({ value, before }) => [sizeOf(value), before ? sizeOf(before) : 0]),
  )
  const widthOf = (value: Value) => `${Math.max((100 * sizeOf(value)) / longest, 0)}%`
  const compared = bars.some(({ before }) => before)
  return (
    <table aria-label={title} className="w-full text-left dense:text-sm">
      <thead>
        <tr className="text-sm text-soft">
          {columns.map((name, place) => (
            <th
              key={name}
              scope="col"
              className={`pr-3 pb-2 font-medium ${place > 0 ? 'text-right sm:min-w-24' : ''}`}
            >
              {name}
            </th>
          ))}
          <th scope="col" className="w-1/2 pb-2">
            <span className="sr-only">Barra</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, value, before }) => (
          <tr key={name}>
            <th
              scope="row"
              className="py-1 pr-3 font-normal wrap-break-word sm:whitespace-nowrap dense:py-0.5"
            >
              {name}
            </th>
            <td className="figures py-1 pr-3 text-right whitespace-nowrap">
              <ObjectValue value={value} />
            </td>
            {compared && (
              <td className="figures py-1 pr-3 text-right whitespace-nowrap text-soft">
                {before && !isEmpty(before) && <ObjectValue value={before} />}
              </td>
            )}
            <td aria-hidden="true" className="py-1 align-middle">
              <div className="h-3 rounded-full bg-brand" style={{ width: widthOf(value) }} />
              {before && (
                <div
                  className="mt-0.5 h-1 rounded-full bg-edge"
                  style={{ width: widthOf(before) }}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
