import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Chart } from '#kit/chart/Chart.tsx'
import { roundLitres } from '#kit/format/numbers.ts'

const html = renderToStaticMarkup(
  <Chart
    title="Litros por mes"
    series={['Súper', 'Gasoil']}
    bars={[
      { label: 'ago', name: 'agosto de 2026', values: [40_000, 0] },
      { label: 'set', name: 'setiembre de 2026', values: [35_127, 20_000] },
    ]}
    format={roundLitres}
  />,
)

describe('Chart', () => {
  test('gives a screen reader the total of each month instead of the drawing', () => {
    expect(html).toContain('agosto de 2026, 40\u00A0l; setiembre de 2026, 55,1\u00A0l')
  })

  test('has a table by month and series, the newest month first', () => {
    const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row]) =>
      [...(row ?? '').matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell),
    )
    expect(rows).toEqual([
      ['Mes', 'Súper', 'Gasoil', 'Total'],
      ['setiembre de 2026', '35,1\u00A0l', '20\u00A0l', '55,1\u00A0l'],
      ['agosto de 2026', '40\u00A0l', '0\u00A0l', '40\u00A0l'],
    ])
  })

  test('draws no segment for a value of zero', () => {
    expect(html.match(/<rect/g)).toHaveLength(3)
  })
})
