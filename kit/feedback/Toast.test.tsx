// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
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
})
