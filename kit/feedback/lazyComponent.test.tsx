// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

const Sheet = ({ name }: { name: string }) => <p>Deuda de {name}</p>

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})
declare const jsdom: { virtualConsole: NodeJS.EventEmitter }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('lazyComponent', () => {
  test('loads the component when it is drawn, once', async () => {
    const load = vi.fn<() => Promise<typeof Sheet>>().mockResolvedValue(Sheet)
    const Lazy = lazyComponent(load)
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
    const Lazy = lazyComponent(() =>
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

  test('offers to load the page anew when the chunk does not load a second time', async () => {
    // jsdom reports a reload instead of doing it.
    const report = vi.fn<(error: Error) => void>()
    jsdom.virtualConsole.on('jsdomError', report)
    const Lazy = lazyComponent(() => Promise.reject<typeof Sheet>(new TypeError('HTTP 404')))
    render(<Lazy name="Ana" />)
    await userEvent.click(await screen.findByRole('button', { name: 'Probar de nuevo' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Volver a cargar Surtidor' }))
    expect(String(report.mock.lastCall)).toMatch(/Not implemented: navigation/)
  })

  test('does not offer that without a network, where the page would not come either', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const load = vi.fn<() => Promise<typeof Sheet>>().mockRejectedValue(new TypeError('offline'))
    const Lazy = lazyComponent(load)
    render(<Lazy name="Ana" />)
    await userEvent.click(await screen.findByRole('button', { name: 'Probar de nuevo' }))
    await expect.poll(() => load).toHaveBeenCalledTimes(2)
    expect(await screen.findByRole('button', { name: 'Probar de nuevo' })).toBeTruthy()
  })

  test('draws at once after a preload, and survives one that fails', async () => {
    const log = vi.spyOn(console, 'warn').mockReturnValue()
    const load = vi
      .fn<() => Promise<typeof Sheet>>()
      .mockResolvedValue(Sheet)
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const Lazy = lazyComponent(load)
    Lazy.preload()
    await expect.poll(() => log).toHaveBeenCalledOnce()
    Lazy.preload()
    await expect.poll(() => load).toHaveBeenCalledTimes(2)
    await Promise.resolve()
    render(<Lazy name="Ana" />)
    expect(screen.getByText('Deuda de Ana')).toBeTruthy()
  })
})
