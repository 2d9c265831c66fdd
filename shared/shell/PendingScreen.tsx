import { useMatches } from '@tanstack/react-router'
import type { FunctionComponent, ReactNode } from 'react'
import { Skeleton } from '#kit/feedback/QueryView.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'

declare module '@tanstack/react-router' {
  /** What is drawn of a route before its chunk is loaded. */
  interface StaticDataRouteOption {
    title?: string
    /** By default that of the screens without a session. */
    Layout?: FunctionComponent<{ title: string; children: ReactNode }>
  }
}

/** Stands for a screen whose chunk is loading: the earlier one would look as if it were of this address. */
export function PendingScreen() {
  const route = useMatches({ select: (matches) => matches[matches.length - 1]?.staticData })
  const { title = 'Un momento…', Layout = AuthLayout } = route ?? {}
  return (
    <Layout title={title}>
      <Skeleton shape="row" count={6} />
    </Layout>
  )
}
