import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from '#kit/display/Button.tsx'

test('a button sends its form only when it can act', () => {
  expect(renderToStaticMarkup(<Button type="submit">Ingresar</Button>)).toContain('type="submit"')
  const busy = renderToStaticMarkup(
    <Button type="submit" busy>
      Ingresar
    </Button>,
  )
  expect(busy).toContain('type="button"')
  expect(busy).toContain('aria-busy="true"')
  expect(busy).toContain('aria-disabled="true"')
})

test('a button at rest keeps the focus, so that it can say why', () => {
  expect(renderToStaticMarkup(<Button disabled>Pagar</Button>)).not.toContain(' disabled')
})
