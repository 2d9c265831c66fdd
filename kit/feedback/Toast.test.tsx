// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { SubmitEvent } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Toaster } from '#kit/feedback/Toast.tsx'
import { endToasts, showToast, showUndoToast, toasts } from '#kit/feedback/toasts.ts'

const toaster = (
  <Toaster
    router={{ subscribe: () => () => undefined }}
    session={{ current: () => null, subscribe: () => () => undefined }}
  />
)

describe('Toaster', () => {
  afterEach(() => {
    endToasts('screen')
    endToasts('session')
  })

  test('draws the toast that was shown before it was loaded, unless it has ended', async () => {
    showUndoToast('Quedó sin leer', () => undefined)
    showToast('Guardado')
    endToasts('screen')
    render(toaster)
    await screen.findByText('Quedó sin leer')
    expect(screen.queryByText('Guardado')).toBeNull()
  })

  test('ends with a form that is sent, which may show the next toast', async () => {
    const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      showToast('Guardado otra vez')
    }
    render(
      <>
        {toaster}
        <form onSubmit={onSubmit}>
          <button type="submit">Guardar</button>
        </form>
      </>,
    )
    const close = vi.spyOn(toasts, 'close')
    showToast('Guardado')
    await screen.findAllByText('Guardado')
    expect(close).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    expect(close).toHaveBeenCalledTimes(1)
    await screen.findAllByText('Guardado otra vez')
  })

  test('gives a screen reader the button that closes the toast', async () => {
    showToast('Guardado')
    render(toaster)
    const toast = await screen.findByRole('dialog', { name: 'Guardado' })
    within(toast).getByRole('button', { name: 'Cerrar el aviso' })
  })
})
