// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PREFERENCES } from '#contract/entities/notificationPreference.ts'
import { WRONG_CURRENT_PASSWORD } from '#contract/fields/password.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError, noAnswer } from '#kit/api/apiError.ts'
import { errorOf, field, fillFields, press, sent } from '#testing/browser/formSteps.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLoyalty } from '#testing/fixtures/entities.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const open = (section: string, replies: Replies) =>
  renderApp(`/editUser?section=${section}`, { replies })

describe('the parts of Mis Datos', () => {
  describe('bank', () => {
    const bank = { accountBank: 'Itaú', accountBankType: 'CA', accountBankNumber: '0012345678' }

    test('shows the stored account with its type first, and stores a change', async () => {
      const app = open('bank', {
        loyalties: { loyalties: [aLoyalty(bank)] },
        updateMembershipData: {},
      })
      const type = await screen.findByLabelText<HTMLSelectElement>('Tipo de cuenta')
      expect([...type.options].map(({ text }) => text)).toEqual([
        'Elegí',
        'Caja de ahorro',
        'Cuenta corriente',
      ])
      await fillFields(app, { 'Número de cuenta': '12' })
      await press(app, 'Guardar la cuenta')
      expect(await errorOf('Número de cuenta')).toMatch(/entre 5 y 20 dígitos/)
      await fillFields(app, { 'Número de cuenta': '001 234-567' })
      await press(app, 'Guardar la cuenta')
      await waitFor(() =>
        expect(sent(app, 'updateMembershipData')).toMatchObject([
          { ...bank, accountBankNumber: '001234567' },
        ]),
      )
    })

    test('removes the account after a question that says what it does', async () => {
      const app = open('bank', {
        loyalties: { loyalties: [aLoyalty(bank)] },
        updateMembershipData: noAnswer('offline'),
      })
      const remove = async () => {
        await press(app, 'Quitar la cuenta')
        const dialog = await screen.findByRole('alertdialog', {
          name: '¿Quitar tu cuenta bancaria?',
        })
        expect(dialog.textContent).toContain('no van a tener dónde pagarte')
        await app.user.click(within(dialog).getByRole('button', { name: 'Quitar la cuenta' }))
        await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      }
      await remove()
      expect(await screen.findByText(/Necesitás conexión para quitar la cuenta/)).toBeTruthy()
      expect((await field('Número de cuenta')).value).toBe('0012345678')
      app.replies.updateMembershipData = {}
      app.replies.loyalties = { loyalties: [aLoyalty()] }
      await remove()
      expect(sent(app, 'updateMembershipData').at(-1)).toEqual({
        accountBank: '',
        accountBankType: '',
        accountBankNumber: '',
        accountBankBranch: '',
        accountName: '',
      })
      await waitFor(async () => expect((await field('Número de cuenta')).value).toBe(''))
      expect(screen.queryByRole('button', { name: 'Quitar la cuenta' })).toBeNull()
    })

    test('shows a stored code as its name, and keeps it when another field is changed', async () => {
      const app = open('bank', {
        loyalties: { loyalties: [aLoyalty({ ...bank, accountBank: '113' })] },
        updateMembershipData: {},
      })
      const select = await screen.findByLabelText<HTMLSelectElement>('Banco')
      expect(select.selectedOptions[0]?.text).toBe('Itaú')
      await fillFields(app, { 'Número de cuenta': '99887766' })
      await press(app, 'Guardar la cuenta')
      await waitFor(() =>
        expect(sent(app, 'updateMembershipData')).toMatchObject([
          { accountBank: '113', accountBankNumber: '99887766' },
        ]),
      )
    })
  })

  describe('sessions', () => {
    const session = (sessionId: string, device: string, current = false) => ({
      sessionId,
      platform: 'b' as const,
      device,
      since: '20261119090000',
      lastUse: '20261120101500',
      current,
    })
    const three = [
      session('1', 'Firefox en Linux', true),
      session('2', 'Chrome en Android'),
      session('3', ''),
    ]

    test('marks this one and ends another, after a question', async () => {
      const app = open('sessions', { sessions: { sessions: three }, endSession: {} })
      expect(await screen.findByText('Esta sesión')).toBeTruthy()
      expect(screen.getAllByText('Último uso: hoy a las 10:15')).toHaveLength(2)
      expect(screen.getByText('Navegador')).toBeTruthy()
      expect(screen.queryByRole('button', { name: /Firefox/ })).toBeNull()
      await press(app, 'Cerrar la sesión de Chrome en Android')
      const dialog = await screen.findByRole('alertdialog', { name: '¿Cerrar esa sesión?' })
      app.replies.sessions = { sessions: three.slice(0, 1) }
      await app.user.click(within(dialog).getByRole('button', { name: 'Cerrar esa sesión' }))
      expect(await screen.findByText('No está abierta en ningún otro lado.')).toBeTruthy()
      expect(sent(app, 'endSession')).toEqual([{ sessionId: '2' }])
    })

    test('ends all others at once', async () => {
      const app = open('sessions', { sessions: { sessions: three }, endSession: {} })
      await press(app, 'Cerrar todas las demás')
      const dialog = await screen.findByRole('alertdialog')
      expect(within(dialog).getByText(/Se cierran 2 sesiones/)).toBeTruthy()
      await app.user.click(within(dialog).getByRole('button', { name: 'Cerrar las demás' }))
      await waitFor(() => expect(sent(app, 'endSession')).toEqual([{ sessionId: '' }]))
    })
  })

  describe('views', () => {
    test('lists the days on which the network saw the data, the last by its name', async () => {
      const app = open('views', { dataViews: { days: ['20261120', '20260907'] } })
      const list = await screen.findByRole('list', { name: 'Quién miró tus datos' })
      expect(within(list).getAllByText('El equipo de Surtidor')).toHaveLength(2)
      expect(within(list).getByText('Hoy')).toBeTruthy()
      expect(within(list).getByText('07/09/2026')).toBeTruthy()
      expect(sent(app, 'dataViews')).toEqual([{}])
    })
  })

  describe('notifications', () => {
    const preferences = PREFERENCES.map((one) => ({ ...one, enabled: true }))

    test('turns a type off at once; payments have no switch', async () => {
      const app = open('notifications', {
        notificationPreferences: { preferences },
        setNotificationPreference: { preferences },
      })
      const promotions = await screen.findByRole<HTMLInputElement>('checkbox', {
        name: 'Promociones: en la app',
      })
      app.replies.notificationPreferences = {
        preferences: preferences.map((one) => ({ ...one, enabled: one.type !== 3 })),
      }
      await app.user.click(promotions)
      expect(sent(app, 'setNotificationPreference')).toEqual([
        { type: 3, channel: 'app', enabled: false },
      ])
      await waitFor(() => expect(promotions.checked).toBe(false))
      const pay = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Pagos: en la app' })
      expect([pay.checked, pay.disabled]).toEqual([true, true])
    })

    test('a switch that could not be stored goes back, and the reason is shown', async () => {
      const app = open('notifications', {
        notificationPreferences: { preferences },
        setNotificationPreference: noAnswer('unreachable'),
      })
      const mails = await screen.findByRole<HTMLInputElement>('checkbox', {
        name: 'Mensajes: por correo',
      })
      await app.user.click(mails)
      expect(await screen.findByText(/No pudimos conectarnos/)).toBeTruthy()
      expect(mails.checked).toBe(true)
    })
  })

  describe('data', () => {
    test('deletes the account after the password and a question, and leads home', async () => {
      const app = open('data', {
        deleteAccount: new ApiError(DENIED, WRONG_CURRENT_PASSWORD, { reason: 'wrong_password' }),
      })
      expect(await screen.findByText('Se borra, y no vuelve')).toBeTruthy()
      await press(app, 'Borrar mi cuenta')
      expect(await errorOf('Tu contraseña')).toBe('Escribí tu contraseña.')
      await fillFields(app, { 'Tu contraseña': 'mal' })
      const confirm = async () => {
        await press(app, 'Borrar mi cuenta')
        const dialog = await screen.findByRole('alertdialog')
        await app.user.click(within(dialog).getByRole('button', { name: 'Borrar mi cuenta' }))
      }
      await confirm()
      await waitFor(async () => expect(await errorOf('Tu contraseña')).toBe(WRONG_CURRENT_PASSWORD))
      app.replies.deleteAccount = {}
      await fillFields(app, { 'Tu contraseña': 'demo-surtidor' })
      await confirm()
      await waitFor(() => expect(app.address()).toBe('/home'))
      expect(sessionStorage.getItem('currentUser')).toBeNull()
    })

    test('a refused deletion says why and changes nothing', async () => {
      const sentence = 'Tenés un pago en curso. Esperá a que termine y probá de nuevo.'
      const app = open('data', { deleteAccount: new ApiError(DENIED, sentence) })
      await fillFields(app, { 'Tu contraseña': 'demo-surtidor' })
      await press(app, 'Borrar mi cuenta')
      const dialog = await screen.findByRole('alertdialog')
      await app.user.click(within(dialog).getByRole('button', { name: 'Borrar mi cuenta' }))
      expect(await screen.findByText(sentence)).toBeTruthy()
      expect(app.address()).toBe('/editUser?section=data')
    })
  })
})
