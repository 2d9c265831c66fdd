import { CloudAlert, RefreshCw, WifiOff } from 'lucide-react'
import { type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toStamp } from '#contract/dates.ts'
import type { ApiError, NoAnswer } from '#kit/api/apiError.ts'
import { ClockContext } from '#kit/browser/ClockContext.ts'
import { useIsOffline } from '#kit/browser/useIsOffline.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import {
  isFromStorage,
  isOffline,
  isStale,
  type QueryResult,
  type Refetch,
  useLoadingError,
} from '#kit/feedback/queryStatus.ts'
import { updatedText } from '#kit/format/relativeTime.ts'

interface Props<T> {
  query: QueryResult<T>
  /** Drawn during the first load: a Skeleton of the shape of the content. */
  skeleton: ReactNode
  /**
   * For one block of a screen, whose error takes the size of a card: the thing that could not be loaded, as
   * the end of a sentence (`tus avisos`).
   */
  block?: string
  /**
   * A query whose notice above tells of this one too: while it could not be refreshed, this one shows no
   * notice of its own, and a text instead of its error.
   */
  below?: { query: QueryResult<unknown>; instead: ReactNode }
  children: (data: T) => ReactNode
}

/** Draws the data of a query, with a badge when they could not be refreshed, or its error, or the skeleton. */
export function QueryView<T>({ query, skeleton, block, below, children }: Props<T>) {
  const error = useLoadingError(query)
  const isTold = below !== undefined && isStale(below.query)
  if (error && isTold) return below.instead
  if (error)
    return block ? (
      <ErrorCard query={query} error={error} block={block} />
    ) : (
      <ErrorState query={query} error={error} />
    )
  if (query.data === undefined) return skeleton
  const content = (
    <>
      {!isTold && <StaleDataBadge query={query} quiet={block !== undefined} />}
      {children(query.data)}
    </>
  )
  return block ? <div className="flex flex-col gap-2">{content}</div> : content
}

interface ErrorStateProps {
  query: Pick<Refetch, 'refetch'>
  error: ApiError
}

/** The refetch that the person asked for. Those of the query's own interval are not announced. */
function useAskedRefetch(refetch: Refetch['refetch']): Refetch {
  const [isFetching, setFetching] = useState(false)
  return {
    isFetching,
    refetch: async () => {
      setFetching(true)
      return await refetch().finally(() => setFetching(false))
    },
  }
}

const RETRYING = 'Probando de nuevo…'

/** The sentence for the user about a call without an answer. */
const NO_ANSWER: Record<NoAnswer, { title: string; text: string }> = {
  offline: {
    title: 'Estás sin conexión',
    text: 'Fijate si tenés wifi o datos y probá de nuevo.',
  },
  timeout: {
    title: 'Está tardando demasiado',
    text: 'Esperamos un minuto y la respuesta no llegó. Puede ser tu conexión o nuestro servicio: probá de nuevo.',
  },
  unreachable: {
    title: 'No pudimos conectarnos',
    text: 'Puede ser tu conexión o nuestro servicio: probá de nuevo en un momento.',
  },
}

/** Where the layout says that there is no network. */
const OFFLINE_SCREEN = {
  title: 'Esto se ve con conexión',
  text: 'Apenas vuelva, lo traemos.',
}

export function ErrorState({ query: { refetch }, error }: ErrorStateProps) {
  const query = useAskedRefetch(refetch)
  const isOffline = useIsOffline()
  const { title, text } = isOffline
    ? OFFLINE_SCREEN
    : error.noAnswer
      ? NO_ANSWER[error.noAnswer]
      : { title: 'No pudimos cargar esto', text: error.message }
  return (
    <div role="alert">
      <EmptyState
        picture={error.noAnswer ? 'offline' : 'spill'}
        title={title}
        action={<RetryButton query={query} />}
      >
        {/* Without a change of text a screen reader would not announce a second, equal error. */}
        {query.isFetching ? RETRYING : text}
      </EmptyState>
    </div>
  )
}

function ErrorCard({
  query: { refetch },
  error: { noAnswer },
  block,
}: ErrorStateProps & { block: string }) {
  const query = useAskedRefetch(refetch)
  const isOffline = useIsOffline()
  const text =
    noAnswer && !isOffline
      ? `${REASONS[noAnswer]}: no pudimos traer ${block}.`
      : `No pudimos traer ${block}.`
  return (
    <Card>
      <div role="alert" className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <IconCircle icon={noAnswer ? WifiOff : CloudAlert} tone="neutral" />
        <p className="min-w-0 flex-1 basis-[9rem]">{query.isFetching ? RETRYING : text}</p>
        <RetryButton query={query} />
      </div>
    </Card>
  )
}

const REASONS: Record<NoAnswer, string> = {
  offline: 'Estás sin conexión',
  timeout: 'La respuesta no llegó en un minuto',
  unreachable: 'No pudimos conectarnos',
}

/** Refetches a query. When the button goes away with the error, the focus moves to the heading of the dialog or screen. */
export function RetryButton({ query }: { query: Refetch }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      if (!element || document.activeElement !== element) return
      const target = element.closest('[role=dialog]') ?? document.querySelector('h1')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Button ref={button} kind="quiet" onClick={() => void query.refetch()} busy={query.isFetching}>
      Probar de nuevo
    </Button>
  )
}

interface BadgeProps {
  query: QueryResult<unknown>
  /** Without a background colour, for one block among others. */
  quiet?: boolean
}

/** Milliseconds for which stored data are drawn without their time: usually the answer comes first. */
const GRACE_MS = 2_000

/** Gives the time of data that are not up to date: they could not be refreshed, or not yet. */
function StaleDataBadge({ query, quiet = false }: BadgeProps) {
  const now = use(ClockContext)
  const isLate = useLate(isFromStorage(query))
  const stale = isStale(query)
  const isKnown = useIsOffline()
  if (!stale && !isLate) return null
  const updated = updatedText(toStamp(new Date(query.dataUpdatedAt)), now())
  const { Icon, text } = !stale ? REFRESHING : isOffline(query) ? OFFLINE : FAILED
  return (
    <output className={`flex items-center text-sm ${quiet ? QUIET : PILL}`}>
      {isKnown ? (
        <span className="first-letter:uppercase">{updated}</span>
      ) : (
        <>
          <Icon aria-hidden="true" size={16} className="shrink-0" />
          {text} · {updated}
        </>
      )}
    </output>
  )
}

const OFFLINE = { Icon: WifiOff, text: 'Sin conexión' }
const FAILED = { Icon: CloudAlert, text: 'No pudimos actualizar' }
const REFRESHING = { Icon: RefreshCw, text: 'Esperando respuesta' }

/** Whether a condition has held for longer than `GRACE_MS`. */
function useLate(condition: boolean): boolean {
  const [isLate, setLate] = useState(false)
  if (!condition && isLate) setLate(false)
  useEffect(() => {
    if (!condition) return undefined
    const timer = setTimeout(() => setLate(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [condition])
  return condition && isLate
}

const PILL = 'gap-2 self-start rounded-full bg-sun-tint px-3.5 py-1.5 font-medium text-sun-text'
const QUIET = 'gap-1.5 px-1 text-soft'

const PULSE = 'animate-pulse-soft'
const GREY = `${PULSE} bg-sunken`
const BONE = 'rounded-mark bg-sunken'

const SHAPES = {
  text: <div className={`${PULSE} ${BONE} h-5 w-3/4`} />,
  // One animation for the whole row: a phone takes longer to start four than to draw it.
  row: (
    <div className={`${PULSE} flex min-h-18 items-center gap-3.5 px-4 py-3`}>
      <div className="size-11 rounded-full bg-sunken" />
      <div className="flex flex-1 flex-col gap-2">
        <div className={`${BONE} h-4 w-2/3`} />
        <div className={`${BONE} h-3 w-2/5`} />
      </div>
      <div className={`${BONE} h-4 w-20`} />
    </div>
  ),
  card: <div className={`${GREY} h-36 rounded-card`} />,
  hero: <div className={`${GREY} h-44 rounded-card`} />,
  chart: <div className={`${GREY} h-72 rounded-card`} />,
}

interface SkeletonProps {
  shape: keyof typeof SHAPES
  /** The number of shapes, one below another. */
  count?: number
}

/**
 * A placeholder of the shape of the content that is loading, so that the layout does not shift.
 */
export function Skeleton({ shape, count = 1 }: SkeletonProps) {
  const bones = Array.from({ length: count }, (_, i) => <div key={i}>{SHAPES[shape]}</div>)
  const rows = 'divide-y divide-line rounded-card border border-line bg-surface'
  return (
    <div aria-busy="true" className={shape === 'row' ? rows : 'flex flex-col gap-3'}>
      <output className="sr-only">Cargando…</output>
      {bones}
    </div>
  )
}
