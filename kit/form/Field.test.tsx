import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Field } from '#kit/form/Field.tsx'

describe('Field', () => {
  test('links label, error and hint to the input', () => {
    const html = renderToStaticMarkup(
      <Field label="Cédula" error="El dígito no coincide." hint="Sin puntos." />,
    )
    const id = /<input[^>]* id="([^"]+)"/.exec(html)?.[1]
    expect(html).toContain(`for="${id}"`)
    expect(html).toContain(`aria-describedby="${id}-error ${id}-hint"`)
    expect(html).toContain(`id="${id}-error"`)
    expect(html).toContain(`id="${id}-hint"`)
    expect(html).toContain('aria-invalid="true"')
  })

  test('has no description without error and hint', () => {
    const html = renderToStaticMarkup(<Field label="Nombre" />)
    expect(html).toContain('aria-invalid="false"')
    expect(html).not.toContain('aria-describedby')
  })
})
