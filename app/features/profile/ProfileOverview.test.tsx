// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { NativeImplementations } from '#app/device/nativeImplementations.ts'
import { renderApp } from '#testing/browser/renderApp.tsx'

afterEach(() => {
  cleanup()
  globalThis.nativeImplementations = undefined
})

/** Mis Datos on a phone. @param recognised whether the phone recognises its owner */
function open({ isPossible = true, recognised = true } = {}) {
  let on = false
  globalThis.nativeImplementations = {
    unlock: {
      isPossible: async () => isPossible,
      isOn: () => on,
      set: async (wanted) => {
        on = wanted && recognised
        return on
      },
    },
  } as NativeImplementations
  renderApp('/editUser', { replies: {} })
}
const name = 'Abrir con huella, cara o el código del teléfono'
const overview = () => screen.findByRole('link', { name: /Contraseña/ })

describe('the switch of the unlock', () => {
  test('is on after the phone recognised its owner, and off after the next tap', async () => {
    open()
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name })
    await userEvent.click(box)
    await waitFor(() => expect([box.checked, box.disabled]).toEqual([true, false]))
    await userEvent.click(box)
    await waitFor(() => expect([box.checked, box.disabled]).toEqual([false, false]))
  })

  test('stays off when the phone did not recognise its owner', async () => {
    open({ recognised: false })
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name })
    await userEvent.click(box)
    await waitFor(() => expect([box.checked, box.disabled]).toEqual([false, false]))
  })

  test('is not offered by a phone without a lock', async () => {
    open({ isPossible: false })
    await overview()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('is not offered in a browser', async () => {
    renderApp('/editUser', { replies: {} })
    await overview()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
