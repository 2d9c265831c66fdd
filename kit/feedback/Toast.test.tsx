// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Toaster } from '#kit/feedback/Toast.tsx'
import { endToasts, showToast, showUndoToast } from '#kit/feedback/toasts.ts'

const toaster = (
  <Toaster
    router={{ subscribe: () => () => undefined }}
    session={{ current: () => null, subscribe: () => () => undefined }}
  />
)

describe('Toaster', () => {
  test('draws the toast that was shown before it was loaded, unless it has ended', async () => {
    showUndoToast('Quedó sin leer', () => undefined)
    showToast('Guardado')
    endToasts('screen')
    render(toaster)
    await screen.findByText('Quedó sin leer')
    expect(screen.queryByText('Guardado')).toBeNull()
  })

  test('gives a screen reader the button that closes the toast', async () => {
    showToast('Guardado')
    render(toaster)
    const toast = await screen.findByRole('dialog', { name: 'Guardado' })
    within(toast).getByRole('button', { name: 'Cerrar el aviso' })
  })
})
