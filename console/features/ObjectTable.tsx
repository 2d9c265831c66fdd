import { ObjectValue } from '#console/features/ObjectValue.tsx'
import type { ObjectPage, ObjectValue as Value } from '#contract/console/objectPage.ts'

const LONG = 24
/** Whether a value is a sentence, which wraps. */
const isLong = ({ text = '' }: Value) => text.length > LONG

export function ObjectTable({ table }: { table: ObjectPage['tables'][number] }) {
  if (table.rows.length === 0) return <p className="text-soft">{table.empty}</p>
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than the window scrolls by keyboard
      tabIndex={0}
      aria-label={`${table.title}, tabla`}
      className="overflow-x-auto rounded-card border border-line bg-surface shadow-card"
    >
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line text-sm text-soft">
            {table.columns.map((name) => (
              <th key={name} scope="col" className="px-4 py-3 font-medium first:pl-6 last:pr-6">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {table.rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((value, place) => (
                <td
                  key={table.columns[place]}
                  className={`figures px-4 py-2.5 [&>a]:-my-2.5 first:pl-6 last:pr-6 ${isLong(value) ? 'max-w-72 min-w-56 wrap-break-word' : 'whitespace-nowrap'}`}
                >
                  <ObjectValue value={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
