import { describe, expect, test, vi } from 'vitest'
import { storage } from '#app/device/storage.ts'
import { createSessionStore, type Session } from '#app/session/session.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { UBER, USER } from '#contract/roles.ts'

const profile = {
  email: 'ana@demo.surtidor.uy',
  firstName: 'Ana',
  firstSurname: 'Pérez',
  documentNumber: '12345672',
  birthdate: '19900215',
  sex: 'F' as const,
  mobile: '+59899123456',
  address: 'Rincón 1, Montevideo, Uruguay',
}
const loyalty = {
  loyaltyCode: 'L-1',
  programme: 'P',
  programmeName: 'Conductores',
  holder: 'Ana Pérez',
  points: 10,
  since: '20250101000000',
  clientRUT: '',
  clientCardNumber: '',
  vehicles: [],
  accountBank: '',
  accountBankType: '',
  accountBankNumber: '',
  accountBankBranch: '',
  accountName: '',
}
const session = (token: string): Session => ({
  user: { ...profile, loyalties: [loyalty], roles: [ROLES[USER]] },
  userSessionToken: token,
})

/** A browser: one lasting storage, and as many tabs as asked, each with its own passing one. */
function browser() {
  const lasting = storage('localStorage')
  const listeners = new Map<Storage, (key: string | null) => void>()
  const tab = (passing = storage('sessionStorage')) => {
    const keeper = createSessionStore({
      lasting,
      passing,
      onOtherTab: (changed) => void listeners.set(passing, changed),
    })
    const tellOthers = () => {
      for (const [place, changed] of listeners) if (place !== passing) changed('currentUser')
    }
    return { keeper, passing, tellOthers }
  }
  return { lasting, tab }
}
const stored = (place: Storage) => JSON.parse(place.getItem('currentUser') ?? 'null') as unknown

describe('where a session lives', () => {
  test('asked to be remembered, it outlives the browser under currentUser', () => {
    const { lasting, tab } = browser()
    tab().keeper.enter(session('t1'), true)
    expect(stored(lasting)).toEqual(session('t1'))
    expect(tab().keeper.current()).toEqual(session('t1'))
  })

  test('otherwise it lives in its tab: a reload keeps it, another tab knows nothing', () => {
    const { lasting, tab } = browser()
    const { keeper, passing } = tab()
    keeper.enter(session('t1'), false)
    expect(lasting.length).toBe(0)
    expect(tab(passing).keeper.current()).toEqual(session('t1'))
    expect(tab().keeper.current()).toBeNull()
  })

  test('what is stored and cannot be read is nobody', () => {
    for (const broken of ['{', 'null', '[]', '{"userSessionToken":"x"}', '"ana"']) {
      const { lasting, tab } = browser()
      lasting.setItem('currentUser', broken)
      expect(tab().keeper.current()).toBeNull()
    }
  })

  test('a full storage costs the memory of it, not the session', () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    const { lasting, tab } = browser()
    lasting.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const { keeper } = tab()
    keeper.enter(session('t1'), true)
    expect(keeper.current()?.userSessionToken).toBe('t1')
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })
})

describe('changes', () => {
  test('a new profile keeps loyalties and roles, here and in storage', () => {
    const { lasting, tab } = browser()
    const { keeper } = tab()
    keeper.enter(session('t1'), true)
    keeper.update({ ...profile, firstName: 'Anita' })
    const changed = { ...session('t1'), user: { ...session('t1').user, firstName: 'Anita' } }
    expect(keeper.current()).toEqual(changed)
    expect(stored(lasting)).toEqual(changed)
  })

  test('new roles replace the roles alone', () => {
    const { keeper } = browser().tab()
    keeper.enter(session('t1'), false)
    keeper.setRoles([ROLES[UBER]])
    expect(keeper.current()?.user).toEqual({ ...session('t1').user, roles: [ROLES[UBER]] })
  })

  test('every change is told, until one stops listening', () => {
    const { keeper } = browser().tab()
    const told = vi.fn<() => void>()
    const stop = keeper.subscribe(told)
    keeper.enter(session('t1'), true)
    keeper.update(profile)
    keeper.leave()
    expect(told).toHaveBeenCalledTimes(3)
    stop()
    keeper.enter(session('t2'), true)
    expect(told).toHaveBeenCalledTimes(3)
  })

  test('nothing about nobody is stored', () => {
    const { lasting, tab } = browser()
    tab().keeper.update(profile)
    expect(lasting.length).toBe(0)
  })
})

describe('the end', () => {
  test('leaving forgets it everywhere', () => {
    const { lasting, tab } = browser()
    const { keeper } = tab()
    keeper.enter(session('t1'), true)
    keeper.leave()
    expect([keeper.current(), keeper.expired(), lasting.length]).toEqual([null, false, 0])
  })

  test("the server's word ends it and is remembered until somebody enters", () => {
    const { keeper } = browser().tab()
    keeper.enter(session('t1'), false)
    keeper.expire('t1')
    expect([keeper.current(), keeper.expired()]).toEqual([null, true])
    keeper.enter(session('t2'), false)
    expect(keeper.expired()).toBe(false)
  })

  test('a late word about an older token ends nothing', () => {
    const { keeper } = browser().tab()
    keeper.enter(session('t2'), false)
    keeper.expire('t1')
    expect(keeper.current()?.userSessionToken).toBe('t2')
  })

  test("another tab's way out is this tab's too, and so is its way in", () => {
    const { tab } = browser()
    const one = tab()
    one.keeper.enter(session('t1'), true)
    const two = tab()
    one.keeper.leave()
    one.tellOthers()
    expect([two.keeper.current(), two.keeper.expired()]).toEqual([null, false])
    one.keeper.enter(session('t2'), true)
    one.tellOthers()
    expect(two.keeper.current()?.userSessionToken).toBe('t2')
  })

  test('a session of one tab alone is not touched by what others store or end', () => {
    const { lasting, tab } = browser()
    const mine = tab()
    mine.keeper.enter(session('mine'), false)
    const other = tab()
    other.keeper.enter(session('theirs'), true)
    other.tellOthers()
    expect(mine.keeper.current()?.userSessionToken).toBe('mine')
    mine.keeper.leave()
    expect(stored(lasting)).toEqual(session('theirs'))
  })
})
