import { beforeAll, describe, expect, test } from 'vitest'
import { contact } from '#contract/user/contact.ts'
import { objectSteps } from '#testing/console/objectSteps.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
let templates: ReturnType<typeof objectSteps>
let messages: ReturnType<typeof objectSteps>
beforeAll(async () => {
  const elena = await server.as('elena')
  templates = objectSteps(elena, 'template')
  messages = objectSteps(elena, 'message')
})

/** The choice of a template in the form of an answer to the newest message. */
async function offered() {
  const [message] = await messages.list({ state: 'RECEIVED' })
  const { actions } = await messages.page(message?.id ?? '')
  const { fields = [] } = actions.find(({ name }) => name === 'answer') ?? {}
  return fields.find(({ name }) => name === 'template')?.options
}

describe('a template', () => {
  test('is offered in answers with the name and the title in it, until it is removed', async () => {
    await (await server.as('ana')).call(contact, {
      title: 'Costo $& más',
      text: '¿Cuánto?',
      type: 'Consulta',
    })
    expect(await offered()).toBeUndefined()
    const fields = { title: 'Gracias', text: 'Hola, {nombre}.\nGracias por «{asunto}».' }
    const { madeId: id } = accepted(await templates.act('', 'make', fields))
    const filled = { field: 'answer', text: 'Hola, Ana.\nGracias por «Costo $& más».' }
    expect(await offered()).toEqual([{ value: id, label: 'Gracias', fills: filled }])

    accepted(await templates.act(id, 'change', { title: 'Breve', text: 'Gracias.' }))
    const breve = { value: id, label: 'Breve', fills: { field: 'answer', text: 'Gracias.' } }
    expect(await offered()).toEqual([breve])
    accepted(await templates.act(id, 'remove'))
    expect(await offered()).toBeUndefined()
    expect((await templates.act(id, 'change', fields)).responseHeader.reason).toBe('action_gone')
    expect((await templates.list({ state: 'removed' })).map((row) => row.id)).toEqual([id])
    expect(await templates.list({ state: 'used' })).toEqual([])
    accepted(await templates.act(id, 'restore'))
    expect(await offered()).toEqual([breve])
    expect((await templates.page(id)).timeline.map(({ title }) => title)).toEqual([
      'Plantilla en uso otra vez',
      'Plantilla quitada',
      'Plantilla cambiada',
      'Plantilla escrita',
    ])
  })

  test('is not written without a text', async () => {
    expect((await templates.act('', 'make', { title: 'Sin' })).responseHeader.reason).toBe(
      'invalid_request',
    )
  })
})
