import { useLocation } from '@tanstack/react-router'
import {
  Award,
  ChartColumn,
  ClipboardCheck,
  CreditCard,
  FileDiff,
  FileUp,
  Fuel,
  Gift,
  HandCoins,
  House,
  ListChecks,
  Megaphone,
  MessagesSquare,
  NotebookPen,
  Receipt,
  Scale,
  ScrollText,
  TriangleAlert,
  UserCog,
  UserKey,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '#console/context.ts'
import { type ConsolePage, GROUPS, PAGES, pagesOf } from '#console/pages.ts'
import { home } from '#contract/operator/home.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { points } from '#kit/format/numbers.ts'
import { SideMenu } from '#kit/layout/SideMenu.tsx'

const ICONS: Record<ConsolePage, ReactNode> = {
  '/home': <House aria-hidden="true" size={18} className="shrink-0" />,
  '/requests': <ClipboardCheck aria-hidden="true" size={18} className="shrink-0" />,
  '/payments': <CreditCard aria-hidden="true" size={18} className="shrink-0" />,
  '/debts': <HandCoins aria-hidden="true" size={18} className="shrink-0" />,
  '/drivers': <Users aria-hidden="true" size={18} className="shrink-0" />,
  '/sales': <Receipt aria-hidden="true" size={18} className="shrink-0" />,
  '/stations': <Fuel aria-hidden="true" size={18} className="shrink-0" />,
  '/exceptions': <TriangleAlert aria-hidden="true" size={18} className="shrink-0" />,
  '/people': <UserKey aria-hidden="true" size={18} className="shrink-0" />,
  '/jobs': <ListChecks aria-hidden="true" size={18} className="shrink-0" />,
  '/audit': <ScrollText aria-hidden="true" size={18} className="shrink-0" />,
  '/discrepancies': <FileDiff aria-hidden="true" size={18} className="shrink-0" />,
  '/promotions': <Megaphone aria-hidden="true" size={18} className="shrink-0" />,
  '/imports': <FileUp aria-hidden="true" size={18} className="shrink-0" />,
  '/rules': <Award aria-hidden="true" size={18} className="shrink-0" />,
  '/rewards': <Gift aria-hidden="true" size={18} className="shrink-0" />,
  '/messages': <MessagesSquare aria-hidden="true" size={18} className="shrink-0" />,
  '/templates': <NotebookPen aria-hidden="true" size={18} className="shrink-0" />,
  '/comparison': <Scale aria-hidden="true" size={18} className="shrink-0" />,
  '/reports': <ChartColumn aria-hidden="true" size={18} className="shrink-0" />,
  '/account': <UserCog aria-hidden="true" size={18} className="shrink-0" />,
}

/** The side menu of the console: the pages, with how many objects wait in each. */
export function ConsoleMenu() {
  const session = useSession()
  const current = useLocation({ select: ({ pathname }) => pathname })
  const waiting = useWaiting()
  if (!session) return null
  const entries = pagesOf(session.roles).map((url) => ({
    title: PAGES[url].title,
    url,
    icon: ICONS[url],
    group: GROUPS[url],
    current: url === current || current.startsWith(`${url}/`),
    badge: <WaitingBadge count={waiting(url)} />,
    view: true,
  }))
  return <SideMenu entries={entries} dense />
}

/** Milliseconds for which the counts are not asked again. */
const REFRESH_MS = 30_000

/** How many objects wait for the operator in a list, by its path. Asked after the screen is drawn. */
function useWaiting(): (path: string) => number {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const query = useCallQuery(
    home,
    {},
    { enabled: idle, staleTime: REFRESH_MS, refetchInterval: REFRESH_MS },
  )
  const all = query.data?.waiting ?? []
  return (path) =>
    all
      .filter((one) => one.path.split(/[/?]/)[1] === path.slice(1))
      .reduce((sum, { count }) => sum + count, 0)
}

function WaitingBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="figures ml-auto shrink-0 rounded-full bg-sun-tint px-2 text-xs leading-5 font-semibold text-sun-text">
      <span aria-hidden="true">{points(count)}</span>
      <span className="sr-only">{`, ${points(count)} ${count === 1 ? 'espera' : 'esperan'}`}</span>
    </span>
  )
}
