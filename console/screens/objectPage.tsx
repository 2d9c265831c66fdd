import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, ChevronUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ActionSheet } from '#console/features/ActionSheet.tsx'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { useRowsBeside } from '#console/features/list/useRowsBeside.ts'
import { ObjectContent } from '#console/features/ObjectContent.tsx'
import { ObjectValue, objectPath } from '#console/features/ObjectValue.tsx'
import { useKeys } from '#console/features/useKeys.ts'
import { useKind } from '#console/features/useKind.ts'
import { useRemembered } from '#console/features/useRecentObjects.ts'
import { objectRequest } from '#console/objectRequests.ts'
import { type KindName, kindOf } from '#contract/console/objectKinds.ts'
import type { ObjectAction, ObjectPage as Page } from '#contract/console/objectPage.ts'
import { object } from '#contract/operator/object.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { Button } from '#kit/display/Button.tsx'
import { IconLink } from '#kit/display/IconButton.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Tabs } from '#kit/display/Tabs.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'

/** Milliseconds after which an open page asks again: a state may be in progress. */
const REFRESH_MS = 10_000

const SKELETON = <Skeleton shape="card" count={3} />

/** The page of one object: what it is, what belongs to it, what happened, and what can be done. */
export default function ObjectPage() {
  const { kind, id } = useKind()
  const [goesOn, goOn] = useState(false)
  // Of another object nothing is shown or asked yet.
  return <OpenObject key={`${kind} ${id}`} kind={kind} id={id} focused={goesOn} onDone={goOn} />
}

interface OpenProps {
  kind: KindName
  id: string
  /** Whether the form in the page has the focus at once: the operator has done the one before. */
  focused: boolean
  onDone: (goesOn: boolean) => void
}

function OpenObject({ kind, id, focused, onDone }: OpenProps) {
  const { title, path } = kindOf(kind)
  const { params, setParams } = useSearchParams()
  const [shown, setShown] = useState(false)
  const query = useCallQuery(object, objectRequest(kind, id, params.tab, shown), {
    // What is shown was recorded: asking again would record it again.
    ...(shown ? { staleTime: Number.POSITIVE_INFINITY } : { refetchInterval: REFRESH_MS }),
    // While another tab loads, title and tabs stay.
    placeholderData: keepPreviousData,
  })
  const [asked, ask] = useState<ObjectAction>()
  const page = query.data?.page
  const inline = useInlineAction(page)
  useRemembered(kind, id, shown ? undefined : page?.title)
  const about = { kind, targets: [{ id, name: page?.title ?? '' }] }
  const form = inline.action && (
    <ActionSheet
      {...about}
      inline
      action={inline.action}
      focused={focused}
      {...(page?.next && { next: page.next })}
      onClose={() => {
        inline.end()
        onDone(page?.next !== undefined)
      }}
    />
  )
  const [mainAction] = page ? actionsAbove(page).filter(isMain) : []
  useKeys({
    ...(inline.action
      ? { e: { label: inline.action.label, run: focusForm } }
      : mainAction && { e: { label: mainAction.label, run: () => ask(mainAction) } }),
  })
  return (
    <ConsoleScreen title={page?.title ?? title} parent={{ title, url: path }}>
      <QueryView query={query} skeleton={SKELETON}>
        {({ page }) => (
          <>
            <PageHead page={page} onShow={() => setShown(true)} onAsk={ask}>
              <RowsBeside kind={kind} id={id} />
            </PageHead>
            {page.tabs ? (
              <Tabs
                label="Partes de la página"
                value={tabIn(page.tabs, params.tab)}
                onChange={(tab) => setParams({ tab })}
                tabs={page.tabs.map((tab) => ({
                  ...tab,
                  content: query.isPlaceholderData ? (
                    SKELETON
                  ) : (
                    <ObjectContent page={page} onAsk={ask} />
                  ),
                }))}
              />
            ) : (
              <ObjectContent page={page} onAsk={ask}>
                {form}
              </ObjectContent>
            )}
          </>
        )}
      </QueryView>
      {asked && (
        <ActionSheet
          key={asked.name}
          {...about}
          {...(page && { texts: textsOf(page) })}
          action={asked}
          onClose={() => ask(undefined)}
        />
      )}
    </ConsoleScreen>
  )
}

/** The tab of a name; of another name the first one. */
const tabIn = (tabs: NonNullable<Page['tabs']>, name = '') =>
  (tabs.find(({ value }) => value === name) ?? tabs[0])?.value ?? ''

/** What is read while a form in a sheet covers it. */
const textsOf = ({ texts, conversation: [asked] = [] }: Page) =>
  texts ?? (asked ? [{ title: 'Mensaje', text: asked.text }] : [])

/**
 * The action whose form is in the page. It stays when another operator was first, so that what was typed is
 * not lost; sending it says who was.
 */
function useInlineAction(page: Page | undefined) {
  const [kept, keep] = useState<ObjectAction>()
  const [isDone, setDone] = useState(false)
  const offered = page?.actions.find(({ inline }) => inline)
  if (offered && offered.name !== kept?.name) keep(offered)
  return { action: isDone ? undefined : (offered ?? kept), end: () => setDone(true) }
}

/** Focuses the first field of the form in the page. */
function focusForm(): void {
  document.querySelector<HTMLElement>('main form :is(input, select, textarea)')?.focus()
}

/** Leads to the objects beside this one in the list from which it was opened. */
function RowsBeside({ kind, id }: { kind: KindName; id: string }) {
  const { before, after } = useRowsBeside(kind).beside(id)
  const navigate = useNavigate()
  const open = (other: string | undefined) =>
    other !== undefined && void navigate({ to: objectPath({ kind, id: other }) })
  useKeys({
    ...(before && { '[': { label: 'Fila anterior de la lista', run: () => open(before) } }),
    ...(after && { ']': { label: 'Fila siguiente de la lista', run: () => open(after) } }),
  })
  if (!before && !after) return null
  const linkTo = (other: string | undefined, label: string, icon: ReactNode) =>
    other ? (
      <IconLink to={objectPath({ kind, id: other })} label={label} icon={icon} />
    ) : (
      <span
        aria-hidden="true"
        className="inline-flex size-12 items-center justify-center opacity-25"
      >
        {icon}
      </span>
    )
  return (
    <div className="-my-2 flex">
      {linkTo(before, 'Fila anterior de la lista ( [ )', <ChevronUp aria-hidden="true" />)}
      {linkTo(after, 'Fila siguiente de la lista ( ] )', <ChevronDown aria-hidden="true" />)}
    </div>
  )
}

interface HeadProps {
  page: Page
  onShow: () => void
  onAsk: (action: ObjectAction) => void
  children: ReactNode
}

/** The remark of an operator, which every kind has, comes after what the kind has of its own. */
const isNote = ({ name }: ObjectAction) => name === 'note'
const isMain = (action: ObjectAction) => !isNote(action) && !action.inline

/** The actions that have a button above: not those of the facts, which have theirs. */
function actionsAbove({ actions, groups }: Page): ObjectAction[] {
  const edits = groups.flatMap(({ facts }) => facts.map(({ value }) => value.edit?.action))
  const above = actions.filter(({ name }) => !edits.includes(name))
  return [...above.filter(isMain), ...above.filter(isNote)]
}

function PageHead({ page, onShow, onAsk, children }: HeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {children}
      {page.badges.map((badge) => (
        <ObjectValue key={badge.text} value={badge} />
      ))}
      {page.next && (
        <TextLink to={objectPath(page.next)}>
          Siguiente
          <ChevronRight aria-hidden="true" size={18} />
        </TextLink>
      )}
      {/* On a phone in equal columns, as many as fit the text. */}
      <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 sm:ml-auto sm:flex sm:w-auto sm:flex-wrap sm:justify-end">
        {page.masked && (
          <div className="order-last col-span-full grid sm:order-none">
            <Button kind="plain" onClick={onShow}>
              Mostrar datos personales
            </Button>
          </div>
        )}
        {actionsAbove(page).map((action) => (
          <Button key={action.name} kind="quiet" onClick={() => onAsk(action)}>
            {action.label}
          </Button>
        ))}
      </div>
    </div>
  )
}
