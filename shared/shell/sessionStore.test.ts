import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { storage } from '#kit/browser/storage.ts'
import { createSessionStore } from '#shared/shell/sessionStore.ts'

const Session = z.object({
  userSessionToken: z.string(),
  secondFactor: SecondFactorState,
  name: z.string(),
})
type Session = z.infer<typeof Session>
const KEY = 'testSession'

const session = (userSessionToken: string): Session => ({
  userSessionToken,
  secondFactor: 'none',
  name: 'Ana',
})
const stored = (place: Storage) => JSON.parse(place.getItem(KEY) ?? 'null') as unknown

/** A browser: one lasting storage and any number of tabs. Outside of a browser `storage` returns a new memory each time. */
function createBrowser() {
  const lastingStorage = storage('localStorage')
  const tabs = new Map<Storage, (key: string | null) => void>()
  const openTab = (tabStorage = storage('sessionStorage')) => {
    const store = createSessionStore({
      key: KEY,
      schema: Session,
      lastingStorage,
      tabStorage,
      onOtherTab: (listener) => void tabs.set(tabStorage, listener),
    })
    const notifyOtherTabs = () => {
      for (const [other, listener] of tabs) if (other !== tabStorage) listener(KEY)
    }
    return { store, tabStorage, notifyOtherTabs }
  }
  return { lastingStorage, openTab }
}

describe('createSessionStore, start', () => {
  test('stores a remembered session beyond the browser', () => {
    const { lastingStorage, openTab } = createBrowser()
    openTab().store.start(session('t1'), { remember: true })
    expect(stored(lastingStorage)).toEqual(session('t1'))
    expect(openTab().store.current()).toEqual(session('t1'))
  })

  test('stores any other session in its tab: a reload finds it, another tab does not', () => {
    const { lastingStorage, openTab } = createBrowser()
    const { store, tabStorage } = openTab()
    store.start(session('t1'))
    expect(lastingStorage.length).toBe(0)
    expect(openTab(tabStorage).store.current()).toEqual(session('t1'))
    expect(openTab().store.current()).toBeNull()
  })

  test('stores every session in the tab when there is no lasting storage', () => {
    const tabStorage = storage('sessionStorage')
    const store = createSessionStore({ key: KEY, schema: Session, tabStorage })
    store.start(session('t1'), { remember: true })
    expect(stored(tabStorage)).toEqual(session('t1'))
  })

  test('keeps the session in memory when the storage is full', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { lastingStorage, openTab } = createBrowser()
    lastingStorage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const { store } = openTab()
    store.start(session('t1'), { remember: true })
    expect(store.current()?.userSessionToken).toBe('t1')
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })
})

describe('createSessionStore, full storages', () => {
  const full = (): Storage => {
    const place = storage('localStorage')
    place.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
    return place
  }
  const open = (tabStorage: Storage, lastingStorage: Storage) => {
    const onStorageFull = vi.fn<() => void>()
    const options = {
      key: KEY,
      schema: Session,
      tabStorage,
      lastingStorage,
      onStorageFull,
    }
    return { store: createSessionStore(options), onStorageFull }
  }

  test('stores a session that is to be remembered in its tab, and tells it once', () => {
    const tabStorage = storage('sessionStorage')
    const { store, onStorageFull } = open(tabStorage, full())
    store.start(session('t1'), { remember: true })
    store.renew('t1', 't2')
    expect([stored(tabStorage), store.isRemembered()]).toEqual([session('t2'), false])
    expect(onStorageFull).toHaveBeenCalledTimes(1)
    expect(open(tabStorage, full()).store.isStorageFull()).toBe(false)
  })

  test('goes on without any, and is full at the next start', () => {
    const { store, onStorageFull } = open(full(), full())
    store.start(session('t1'))
    expect(store.current()).toEqual(session('t1'))
    expect(onStorageFull).toHaveBeenCalledTimes(1)
    expect(store.isStorageFull()).toBe(true)
  })
})

describe('createSessionStore, current', () => {
  test.each(['{', 'null', '[]', '{"userSessionToken":"x"}', '"ana"'])(
    'is null when the stored entry is %s',
    (entry) => {
      const { lastingStorage, openTab } = createBrowser()
      lastingStorage.setItem(KEY, entry)
      expect(openTab().store.current()).toBeNull()
    },
  )
})

describe('createSessionStore, update', () => {
  test('changes the session in memory and in storage', () => {
    const { lastingStorage, openTab } = createBrowser()
    const { store } = openTab()
    store.start(session('t1'), { remember: true })
    store.update((current) => ({ ...current, name: 'Anita' }))
    const changed = { ...session('t1'), name: 'Anita' }
    expect(store.current()).toEqual(changed)
    expect(stored(lastingStorage)).toEqual(changed)
  })

  test('continues the session with a renewed token; another start is another session', () => {
    const { store } = createBrowser().openTab()
    store.start(session('t1'))
    const first = store.generation()
    store.renew('t1', 't2')
    store.renew('t1', 'late')
    expect([store.generation(), store.current()?.userSessionToken]).toEqual([first, 't2'])
    store.expire('t1')
    expect(store.current()?.userSessionToken).toBe('t2')
    store.start(session('t3'))
    expect(store.generation()).not.toBe(first)
  })

  test('stores nothing without a session', () => {
    const { lastingStorage, openTab } = createBrowser()
    openTab().store.update((current) => current)
    expect(lastingStorage.length).toBe(0)
  })
})

describe('createSessionStore, subscribe', () => {
  test('notifies of every change until it is unsubscribed', () => {
    const { store } = createBrowser().openTab()
    const listener = vi.fn<() => void>()
    const unsubscribe = store.subscribe(listener)
    store.start(session('t1'))
    store.update((current) => current)
    store.end()
    expect(listener).toHaveBeenCalledTimes(3)
    unsubscribe()
    store.start(session('t2'))
    expect(listener).toHaveBeenCalledTimes(3)
  })
})

describe('createSessionStore, end', () => {
  test('removes the session from memory and storage, and does not count as expired', () => {
    const { lastingStorage, openTab } = createBrowser()
    const { store } = openTab()
    store.start(session('t1'), { remember: true })
    store.end()
    expect([store.current(), store.expired()]).toEqual([null, false])
    expect([lastingStorage.length, lastingStorage.key(0)]).toEqual([1, `${KEY} end`])
  })

  test('calls onEnd with the session; expire does not', () => {
    const onEnd = vi.fn<(ended: Session) => void>()
    const tabStorage = storage('sessionStorage')
    const store = createSessionStore({ key: KEY, schema: Session, tabStorage, onEnd })
    store.start(session('t1'))
    store.expire('t1')
    expect(onEnd).not.toHaveBeenCalled()
    store.start(session('t2'))
    store.end()
    expect(onEnd.mock.calls).toEqual([[session('t2')]])
  })
})

describe('createSessionStore, expire', () => {
  test('ends the session of this token and is remembered until the next start', () => {
    const { store } = createBrowser().openTab()
    store.start(session('t1'))
    store.expire('t1')
    expect([store.current(), store.expired()]).toEqual([null, true])
    store.start(session('t2'))
    expect(store.expired()).toBe(false)
  })

  test.each([
    ['session_ended', true],
    [undefined, false],
  ] as const)('tells a session that was ended elsewhere (%s)', (reason, isElsewhere) => {
    const { store } = createBrowser().openTab()
    store.start(session('t1'))
    store.expire('t1', reason)
    expect([store.expired(), store.endedElsewhere()]).toEqual([true, isElsewhere])
    store.start(session('t2'))
    expect(store.endedElsewhere()).toBe(false)
  })

  test('tells it after a reload, until the next start', () => {
    const { openTab } = createBrowser()
    const { store, tabStorage } = openTab()
    store.start(session('t1'))
    store.expire('t1', 'session_ended')
    const reloaded = openTab(tabStorage).store
    expect([reloaded.expired(), reloaded.endedElsewhere()]).toEqual([true, true])
    expect(openTab().store.expired()).toBe(false)
    reloaded.start(session('t2'))
    reloaded.end()
    expect(openTab(tabStorage).store.expired()).toBe(false)
  })

  test('ignores the token of an earlier session', () => {
    const { store } = createBrowser().openTab()
    store.start(session('t1'))
    store.start(session('t2'))
    store.expire('t1')
    expect(store.current()?.userSessionToken).toBe('t2')
  })
})

describe('createSessionStore, several tabs', () => {
  test('follows a remembered session that another tab ends or starts', () => {
    const { openTab } = createBrowser()
    const one = openTab()
    one.store.start(session('t1'), { remember: true })
    const two = openTab()
    one.store.end()
    one.notifyOtherTabs()
    expect([two.store.current(), two.store.expired()]).toEqual([null, false])
    one.store.start(session('t2'), { remember: true })
    one.notifyOtherTabs()
    expect(two.store.current()?.userSessionToken).toBe('t2')
  })

  test('keeps a session of one tab apart from those that other tabs store or end', () => {
    const { lastingStorage, openTab } = createBrowser()
    const one = openTab()
    one.store.start(session('one'))
    const other = openTab()
    other.store.start(session('other'), { remember: true })
    other.notifyOtherTabs()
    expect(one.store.current()?.userSessionToken).toBe('one')
    one.store.end()
    expect(stored(lastingStorage)).toEqual(session('other'))
  })
})
