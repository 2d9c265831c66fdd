// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { NavDrawer } from '#kit/layout/AppLayout.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('NavDrawer', () => {
  test("closes when the window reaches a desktop's width", () => {
    const screen = Object.assign(new EventTarget(), { matches: false })
    vi.stubGlobal('matchMedia', () => screen)
    const drawer = createRef<HTMLDialogElement>()
    render(<NavDrawer ref={drawer}>El menú</NavDrawer>)
    // jsdom's dialogs have no `close`.
    const close = vi.fn<() => void>()
    Object.assign(drawer.current ?? {}, { close })
    expect(close).not.toHaveBeenCalled()
    act(() => {
      screen.matches = true
      screen.dispatchEvent(new Event('change'))
    })
    expect(close).toHaveBeenCalledOnce()
  })
})
