// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, noAnswer } from '#kit/api/apiError.ts'
import { field } from '#testing/browser/formSteps.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'

const renderScreen = (replies: Replies = {}) =>
  renderApp('/commnents?about=birthdate', {
    replies: { sentMessages: { messages: [], next: '' }, contact: {}, ...replies },
  })
type User = ReturnType<typeof renderScreen>['user']
const submit = (user: User) => user.click(screen.getByRole('button', { name: 'Enviar' }))

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('a birthdate with a photo', () => {
  const DATE = /Tu fecha de nacimiento/
  const choose = async (user: User) =>
    user.upload(await field(/Foto de tu cédula/), new File(['x'], 'ci.png', { type: 'image/png' }))
  let sizes: number[][]
  beforeEach(() => {
    sizes = []
    const { prototype } = HTMLCanvasElement
    const drawImage = (...[, , , width, height]: number[]) => sizes.push([width ?? 0, height ?? 0])
    vi.spyOn(prototype, 'getContext').mockReturnValue({ drawImage } as never)
    // The first try is larger than the server takes.
    vi.spyOn(prototype, 'toDataURL').mockImplementation(
      () => `data:image/jpeg;base64,${'/9j/'.repeat(sizes.length > 1 ? 2 : 200_000)}`,
    )
    vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 4000, height: 3000 }))
  })
  afterEach(() => vi.unstubAllGlobals())

  test('sends the date with a picture that was made smaller on the device', async () => {
    const { sentCalls, user } = renderScreen()
    await user.type(await field(DATE), '20051985')
    await choose(user)
    const preview = await screen.findByRole<HTMLImageElement>('img', { name: /vas a mandar/ })
    expect(preview.src).toBe('data:image/jpeg;base64,/9j//9j/')
    expect(sizes).toEqual([
      [1600, 1200],
      [1280, 960],
    ])
    await user.click(screen.getByRole('button', { name: 'Quitar la foto' }))
    await choose(user)
    await screen.findByRole('img', { name: /vas a mandar/ })
    await submit(user)
    await screen.findByText('Nos llegó tu foto')
    expect(sentCalls.find(({ name }) => name === 'contact')?.params).toEqual({
      title: 'Corregir mi fecha de nacimiento',
      type: 'Corrección',
      text: 'Mando una foto.',
      birthdate: '19850520',
      picture: '/9j//9j/',
    })
  })

  test.each([
    ['a refusal', new ApiError('05', 'Ya tenemos una foto tuya.'), /Ya tenemos una foto tuya/],
    ['no connection', noAnswer('offline'), /conexión/],
  ])(
    '%s keeps what was typed, and nothing is stored on the device',
    async (_name, error, sentence) => {
      const { user } = renderScreen({ contact: error })
      await user.type(await field(DATE), '20/05/1985')
      await choose(user)
      await screen.findByRole('img', { name: /vas a mandar/ })
      await submit(user)
      await screen.findByText(sentence)
      expect((await field(DATE)).value).toBe('20/05/1985')
      expect(screen.getByRole('img', { name: /vas a mandar/ })).toBeTruthy()
      expect(
        [localStorage, sessionStorage].flatMap((kept) => Object.values(kept)).join('\n'),
      ).not.toContain('/9j/')
    },
  )

  test('says what is missing, and when a file is no picture', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
    const { sentCalls, user } = renderScreen()
    await field(DATE)
    await submit(user)
    await screen.findByText('Escribí tu fecha de nacimiento.')
    await screen.findByText('Agregá una foto de tu cédula.')
    await choose(user)
    await screen.findByText(/No pudimos abrir esa foto/)
    expect(sentCalls.some(({ name }) => name === 'contact')).toBe(false)
  })
})
