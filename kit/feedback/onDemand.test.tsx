// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onDemand } from '#kit/feedback/onDemand.tsx'

const Sheet = ({ name }: { name: string }) => <p>Deuda de {name}</p>

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

describe('onDemand', () => {
  test('loads the component when it is drawn, once', async () => {
    const load = vi.fn<() => Promise<typeof Sheet>>().mockResolvedValue(Sheet)
    const Lazy = onDemand(load)
    expect(load).not.toHaveBeenCalled()
    render(<Lazy name="Ana" />)
    expect(await screen.findByText('Deuda de Ana')).toBeTruthy()
    cleanup()
    render(<Lazy name="Fede" />)
    expect(screen.getByText('Deuda de Fede')).toBeTruthy()
    expect(load).toHaveBeenCalledOnce()
  })

  test('leaves the screen in place when the chunk does not load, and loads it again on request', async () => {
    let online = false
    const Lazy = onDemand(() =>
      online ? Promise.resolve(Sheet) : Promise.reject(new TypeError('Failed to fetch')),
    )
    render(
      <>
        <h1>Pagar</h1>
        <Lazy name="Ana" />
      </>,
    )
    expect((await screen.findByRole('alert')).textContent).toMatch(/No pudimos abrir esto/)
    expect(screen.getByRole('heading', { name: 'Pagar' })).toBeTruthy()
    online = true
    await userEvent.click(screen.getByRole('button', { name: 'Probar de nuevo' }))
    expect(await screen.findByText('Deuda de Ana')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('draws at once after a preload, and survives one that fails', async () => {
    const log = vi.spyOn(console, 'warn').mockReturnValue()
    const load = vi
      .fn<() => Promise<typeof Sheet>>()
      .mockResolvedValue(Sheet)
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const Lazy = onDemand(load)
    Lazy.preload()
    await vi.waitFor(() => expect(log).toHaveBeenCalledOnce())
    Lazy.preload()
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
    await Promise.resolve()
    render(<Lazy name="Ana" />)
    expect(screen.getByText('Deuda de Ana')).toBeTruthy()
    log.mockRestore()
  })
})
