import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field } from '#kit/form/Field.tsx'

test('label, error and hint are tied to the input', () => {
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

test('a field without anything wrong says nothing of it', () => {
  const html = renderToStaticMarkup(<Field label="Nombre" />)
  expect(html).toContain('aria-invalid="false"')
  expect(html).not.toContain('aria-describedby')
})
