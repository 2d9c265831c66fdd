import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Button } from '#kit/display/Button.tsx'

describe('Button', () => {
  test('is a submit button only when it is neither busy nor disabled', () => {
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

  test('stays focusable when it is disabled', () => {
    expect(renderToStaticMarkup(<Button disabled>Pagar</Button>)).not.toContain(' disabled')
  })
})
