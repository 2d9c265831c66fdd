import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useApp } from '#app/context.ts'
import { useNow } from '#app/device/useNow.ts'
import { useWakeLock } from '#app/device/useWakeLock.ts'
import { cardCode } from '#app/features/loyalty/cardCode.ts'
import { counted, spendableOf } from '#app/features/loyalty/pointsTexts.ts'
import { currentSpendingCode } from '#app/features/rewards/currentSpendingCode.ts'
import { LimitForm } from '#app/features/rewards/LimitForm.tsx'
import { POINT_CALLS } from '#app/features/rewards/pointCalls.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { SPENDING_WINDOW_SECONDS } from '#contract/entities/spendingCode.ts'
import { spendingCode } from '#contract/loyalty/spendingCode.ts'
import { type CallQueryClient, callQueryOptions, prefetch } from '#kit/api/callQueries.ts'
import { QrCode } from '#kit/display/QrCode.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { QueryView, RetryButton, Skeleton } from '#kit/feedback/QueryView.tsx'
import { points } from '#kit/format/numbers.ts'

interface Props {
  loyalty: Loyalty
  open: boolean
  onClose: () => void
}

/**
 * The code with which a till may spend the member's points, in a sheet. Its answer is not stored on the
 * device; it is fetched while the sheet is still closed, so that it opens without a network for a minute.
 */
export function SpendingCode({ loyalty, open, onClose }: Props) {
  const { loyaltyCode } = loyalty
  const client = useQueryClient() as CallQueryClient
  useEffect(() => prefetch(client, spendingCode, { loyaltyCode, limit: 0 }), [client, loyaltyCode])
  const close = () => {
    onClose()
    // A till may have taken points meanwhile.
    for (const { name } of POINT_CALLS) void client.invalidateQueries({ queryKey: [name] })
  }
  return (
    <LazySheet open={open} onClose={close} title="Usar puntos">
      <CodeAndLimit loyalty={loyalty} />
    </LazySheet>
  )
}

/** Milliseconds after which the codes are fetched again, so that the next minute is always there. */
const REFRESH_MS = 20_000

function CodeAndLimit({ loyalty }: { loyalty: Loyalty }) {
  const { loyaltyCode } = loyalty
  const [limit, setLimit] = useState(0)
  const query = useQuery<AnswerOf<typeof spendingCode>>({
    ...callQueryOptions(spendingCode, { loyaltyCode, limit }),
    refetchInterval: REFRESH_MS,
  })
  useWakeLock()
  const spendable = query.data?.spendablePoints ?? spendableOf(loyalty)
  return (
    <>
      <QueryView query={query} skeleton={<Skeleton shape="chart" />}>
        {(answer) => (
          <CurrentCode answer={answer} query={query}>
            <HowToUse loyaltyCode={loyaltyCode} spendable={spendable} limit={limit} />
          </CurrentCode>
        )}
      </QueryView>
      <LimitForm spendable={spendable} limit={limit} onChange={setLimit} />
    </>
  )
}

interface HowToUseProps {
  loyaltyCode: string
  spendable: number
  /** 0: none. */
  limit: number
}

/** What the code is for; and what is said of it, its limit included, where it cannot be read. */
function HowToUse({ loyaltyCode, spendable, limit }: HowToUseProps) {
  const most = limit > 0 ? Math.min(limit, spendable) : spendable
  const card = <span className="figures whitespace-nowrap">{cardCode(loyaltyCode)}</span>
  return (
    <p className="text-pretty">
      Mostraselo a quien te cobra: sirve una sola vez, para usar hasta{' '}
      <strong>{counted(most)}</strong>. Si no lo pueden leer, decí esos seis números
      {limit > 0 ? (
        <>
          , tu código {card} y el límite de {points(limit)}
        </>
      ) : (
        <> y tu código {card}</>
      )}
      .
    </p>
  )
}

interface CodeProps {
  answer: AnswerOf<typeof spendingCode>
  query: UseQueryResult<AnswerOf<typeof spendingCode>>
  /** Below the code, while there is one. */
  children: ReactNode
}

/** The code of this moment with the seconds that are left of it; without one, what the next one needs. */
function CurrentCode({ answer, query, children }: CodeProps) {
  const { clock } = useApp()
  // Both by the device's own clock: a correction by the server's does not count as time that passed.
  const elapsed = useNow(1000).getTime() - clock.offset() - query.dataUpdatedAt
  const current = currentSpendingCode(answer, elapsed)
  if (!current && query.isFetching && !query.isPaused) return <Skeleton shape="chart" />
  if (!current)
    return (
      <EmptyState
        picture="offline"
        title="Necesitás conexión para mostrar otro código"
        action={<RetryButton query={query} />}
      >
        Fijate si tenés wifi o datos y probá de nuevo.
      </EmptyState>
    )
  const { digits, text, secondsLeft } = current
  return (
    <div className="flex flex-col items-center gap-3">
      <div className="w-full max-w-56 rounded-control bg-code-ground p-2">
        <QrCode value={text} label="Código QR para usar tus puntos" />
      </div>
      <output className="figures text-[min(3rem,15vw)] leading-tight font-bold tracking-wide">
        <span aria-hidden="true">{digits.replace(/(...)/, '$1 ')}</span>
        <span className="sr-only">Código {digits.split('').join(' ')}</span>
      </output>
      <div
        aria-hidden="true"
        className="h-1.5 w-full max-w-56 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-brand transition-[width] duration-1000 ease-linear"
          style={{ width: `${(secondsLeft / SPENDING_WINDOW_SECONDS) * 100}%` }}
        />
      </div>
      <p className="figures text-sm text-soft">
        Cambia en {secondsLeft} {secondsLeft === 1 ? 'segundo' : 'segundos'}
      </p>
      {children}
    </div>
  )
}
