// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Money } from '#kit/display/Money.tsx'

afterEach(cleanup)

describe('Money', () => {
  test.each([false, true])('is one piece that no line breaks (large: %s)', (large) => {
    const { container } = render(<Money cents={299_280_000} large={large} />)
    expect(container.textContent).toBe('$\u00A02.992.800,00')
    expect((container.firstChild as HTMLElement).className).toContain('whitespace-nowrap')
    expect(container.innerHTML).not.toMatch(/wrap-anywhere|break-/)
  })
})
