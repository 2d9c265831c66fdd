import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { RequestOf } from '#contract/call.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

type Draft = RequestOf<typeof membershipRequest>['request']
const DRAFT: Draft = {
  programme: 'uber',
  vehicle: { mark: 'fiat', plate: ' hbc-4521 ', fuel: 'super' },
}
const server = testServerForEachTest()
const fede = startForEachTest(() => server.as('fede'))

const answerTo = async (draft: unknown) =>
  (await fede.call(membershipRequest, { request: draft as Draft })).responseHeader

/** Gives Federico an ended loyalty that had this card. */
const giveFormerCard = (card: string) =>
  server.context.db.execute(sql`
    insert into loyalty (code, person_id, programme, holder, client_card_number, since, ended_at)
    select 'former', id, 'surtidor', '', ${card}, '2024-01-01', '2025-01-01' from person
    where email = 'fede@demo.surtidor.uy'`)

describe('membershipRequest', () => {
  test('creates a pending request, and refuses a second one to the same programme', async () => {
    await giveFormerCard('88000012345678')
    const created = await fede.call(membershipRequest, {
      request: {
        ...DRAFT,
        clientCardNumber: '88-0000-1234-5678',
        accountBank: 'Itaú',
        accountBankType: 'CA',
        accountBankNumber: '001 234567-1',
      },
    })
    expect(created.responseHeader.responseCode).toBe('00')
    expect(created.reference).toMatch(/^SOL-[0-9A-HJKMNP-TV-Z]{12}$/)
    const { membershipRequests, reference } = await fede.call(membershipRequestList, {})
    expect(reference).toBe(created.reference)
    expect(membershipRequests).toEqual([
      {
        reference: created.reference,
        state: 'PENDING',
        datetime: '20260907120000',
        programme: 'uber',
        programmeName: 'Surtidor Uber',
        sponsored: true,
        own: true,
        holder: 'Federico Cabrera',
        vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' },
        clientRUT: '',
        clientCardNumber: '88000012345678',
        accountBank: 'Itaú',
        accountBankType: 'CA',
        accountBankNumber: '0012345671',
        accountBankBranch: '',
        accountName: '',
        observations: '',
        sponsorObservations: '',
        networkObservations: '',
        leavingObservations: '',
        sponsorDatetime: '',
        networkDatetime: '',
        sponsorName: '',
        networkName: '',
        documentNumber: expect.stringMatching(/^\d{8}$/),
        email: 'fede@demo.surtidor.uy',
        mobile: expect.stringMatching(/^\+598/),
      },
    ])
    expect(await answerTo(DRAFT)).toMatchObject({
      responseCode: '05',
      responseDescription: 'Ya tenés una solicitud pendiente.',
    })
    // A request to the other programme is independent.
    expect(await answerTo({ ...DRAFT, programme: 'surtidor' })).toMatchObject({
      responseCode: '00',
    })
  })

  test('accepts one of twenty concurrent requests on two servers', async () => {
    const other = await server.second()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        (place % 2 ? fede : other.session(fede.token)).call(
          membershipRequest,
          { request: DRAFT },
          { header: { auditNumber: `race${place}` } },
        ),
      ),
    )
    const codes = answers.map(({ responseHeader }) => responseHeader.responseCode)
    expect(codes.filter((code) => code === '00')).toHaveLength(1)
    expect(codes.filter((code) => code === '05')).toHaveLength(19)
    expect((await fede.call(membershipRequestList, {})).membershipRequests).toHaveLength(1)
  })

  test('refuses a programme with a loyalty in force', async () => {
    const ana = await server.as('ana')
    for (const programme of ['surtidor', 'uber'])
      expect(
        (await ana.call(membershipRequest, { request: { ...DRAFT, programme } })).responseHeader,
      ).toMatchObject({
        responseCode: '05',
        responseDescription: 'Ya tenés una afiliación a ese programa.',
      })
    expect(
      (await ana.call(membershipRequestList, { state: 'PENDING' })).membershipRequests,
    ).toEqual([])
  })

  test('ignores fields that the draft does not declare', async () => {
    const { reference } = await fede.call(membershipRequest, {
      request: {
        ...DRAFT,
        state: 'STATE_PETROBRAS_AUTHORIZED',
        personId: 'x',
        own: false,
      } as Draft,
    })
    const { rows } = await server.context.db.execute(
      sql`select state, draft from membership_request where reference = ${reference}`,
    )
    expect(rows[0]?.state).toBe('PENDING')
    expect(JSON.stringify(rows[0]?.draft)).not.toContain('personId')
  })
})

describe('membershipRequest with an invalid draft', () => {
  const PLATE = 'La matrícula lleva tres letras y tres o cuatro números, por ejemplo SBA 1234.'
  const ACCOUNT = { accountBank: 'Brou', accountBankType: 'CC', accountBankNumber: '12345678' }
  test('rejects each with a sentence, and stores nothing', async () => {
    const cases = [
      ['no programme', { ...DRAFT, programme: undefined }, 'Elegí un programa.'],
      [
        'an unknown programme',
        { ...DRAFT, programme: 'x' },
        'Ese programa no existe: elegí uno de la lista.',
      ],
      ['no draft', undefined, 'Contanos qué pedís: programa y vehículo.'],
      [
        'a plate of two letters',
        { ...DRAFT, vehicle: { ...DRAFT.vehicle, plate: 'SB 1234' } },
        PLATE,
      ],
      ['a plate with an ñ', { ...DRAFT, vehicle: { ...DRAFT.vehicle, plate: 'SÑA 1234' } }, PLATE],
      [
        'an empty make',
        { ...DRAFT, vehicle: { ...DRAFT.vehicle, mark: ' - ' } },
        'Elegí la marca o escribila.',
      ],
      [
        'a make of two lines',
        { ...DRAFT, vehicle: { ...DRAFT.vehicle, mark: 'Great\nWall' } },
        'La marca tiene caracteres que no podemos guardar.',
      ],
      [
        'a make of 41 characters',
        { ...DRAFT, vehicle: { ...DRAFT.vehicle, mark: 'x'.repeat(41) } },
        'La marca tiene como mucho 40 caracteres.',
      ],
      [
        'a fuel that is no fuel',
        { ...DRAFT, vehicle: { ...DRAFT.vehicle, fuel: 'store' } },
        'Elegí el combustible.',
      ],
      [
        'a RUT with a wrong check digit',
        { ...DRAFT, clientRUT: '215555550019' },
        'Ese RUT no es válido: revisá sus doce dígitos.',
      ],
      [
        'a short card',
        { ...DRAFT, clientCardNumber: '123' },
        'El número de tarjeta tiene entre 6 y 16 dígitos.',
      ],
      [
        "a bank's card number",
        { ...DRAFT, clientCardNumber: '4111111111111112' },
        'Ese número parece de una tarjeta de banco: va el de tu tarjeta Surtidor.',
      ],
      [
        "a bank's card number with a valid check digit",
        { ...DRAFT, clientCardNumber: '4111111111111111' },
        'Ese número parece de una tarjeta de banco: va el de tu tarjeta Surtidor.',
      ],
      [
        'an unknown bank',
        { ...DRAFT, ...ACCOUNT, accountBank: 'Gringotts' },
        'Elegí un banco de la lista.',
      ],
      [
        'an incomplete account',
        { ...DRAFT, ...ACCOUNT, accountBankNumber: '' },
        'Completá el banco, el tipo y el número de la cuenta.',
      ],
      [
        'a name with a control character',
        { ...DRAFT, ...ACCOUNT, accountName: 'Ana\u0000' },
        'El nombre de la cuenta tiene caracteres que no podemos guardar.',
      ],
      [
        'an unpaired surrogate',
        { ...DRAFT, ...ACCOUNT, accountBankBranch: '\ud800' },
        'La sucursal tiene caracteres que no podemos guardar.',
      ],
    ] as const
    for (const [what, draft, sentence] of cases) {
      expect.soft(await answerTo(draft), what).toMatchObject({
        responseCode: '05',
        responseDescription: sentence,
      })
      expect((await fede.call(membershipRequestList, {})).membershipRequests).toEqual([])
    }
  })
})
