import { useState } from 'react'
import { ActionSheet } from '#console/features/ActionSheet.tsx'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { ObjectContent } from '#console/features/ObjectContent.tsx'
import { ObjectValue } from '#console/features/ObjectValue.tsx'
import { useKind } from '#console/features/useKind.ts'
import { objectRequest } from '#console/objectRequests.ts'
import { type KindName, kindOf } from '#contract/console/objectKinds.ts'
import type { ObjectAction, ObjectPage as Page } from '#contract/console/objectPage.ts'
import { object } from '#contract/operator/object.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { Button } from '#kit/display/Button.tsx'
import { Tabs } from '#kit/display/Tabs.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'

/** Milliseconds after which an open page asks again: a state may be in progress. */
const REFRESH_MS = 10_000

const SKELETON = <Skeleton shape="card" count={3} />
const first = (tabs: NonNullable<Page['tabs']>) => tabs[0]?.value ?? ''
/** Whether the fields of a request are of an object. */
const isOf = (fields: unknown, kind: KindName, id: string) => {
  const asked = fields as { kind?: string; objectId?: string } | undefined
  return asked?.kind === kind && asked.objectId === id
}

/** The page of one object: what it is, what belongs to it, what happened, and what can be done. */
export default function ObjectPage() {
  const { kind, id } = useKind()
  const { title, path } = kindOf(kind)
  const { params, setParams } = useSearchParams()
  const [shown, setShown] = useState(false)
  const query = useCallQuery(object, objectRequest(kind, id, params.tab, shown), {
    // What is shown was recorded: asking again would record it again.
    ...(shown ? { staleTime: Number.POSITIVE_INFINITY } : { refetchInterval: REFRESH_MS }),
    // While another tab of the same object loads, title and tabs stay.
    placeholderData: (before, query) => (isOf(query?.queryKey[1], kind, id) ? before : undefined),
  })
  const [asked, ask] = useState<ObjectAction>()
  const page = query.data?.page
  return (
    <ConsoleScreen title={page?.title ?? title} parent={{ title, url: path }}>
      <QueryView query={query} skeleton={SKELETON}>
        {({ page }) => (
          <>
            <PageHead page={page} onShow={() => setShown(true)} onAsk={ask} />
            {page.tabs ? (
              <Tabs
                label="Partes de la página"
                value={
                  page.tabs.find(({ value }) => value === params.tab)?.value ?? first(page.tabs)
                }
                onChange={(tab) => setParams({ tab })}
                tabs={page.tabs.map((tab) => ({
                  ...tab,
                  content: query.isPlaceholderData ? SKELETON : <ObjectContent page={page} />,
                }))}
              />
            ) : (
              <ObjectContent page={page} />
            )}
          </>
        )}
      </QueryView>
      {asked && (
        <ActionSheet
          key={asked.name}
          kind={kind}
          targets={[{ id, name: page?.title ?? '' }]}
          {...(page?.texts && { texts: page.texts })}
          action={asked}
          onClose={() => ask(undefined)}
        />
      )}
    </ConsoleScreen>
  )
}

interface HeadProps {
  page: Page
  onShow: () => void
  onAsk: (action: ObjectAction) => void
}

/** The remark of an operator, which every kind has, comes after what the kind has of its own. */
const isNote = ({ name }: ObjectAction) => name === 'note'
const isMain = (action: ObjectAction) => !isNote(action)

function PageHead({ page, onShow, onAsk }: HeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {page.badges.map((badge) => (
        <ObjectValue key={badge.text} value={badge} />
      ))}
      {/* On a phone in equal columns, as many as fit the text. */}
      <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 sm:ml-auto sm:flex sm:w-auto sm:flex-wrap sm:justify-end">
        {page.masked && (
          <div className="order-last col-span-full grid sm:order-none">
            <Button kind="plain" onClick={onShow}>
              Mostrar datos personales
            </Button>
          </div>
        )}
        {[...page.actions.filter(isMain), ...page.actions.filter(isNote)].map((action) => (
          <Button key={action.name} kind="quiet" onClick={() => onAsk(action)}>
            {action.label}
          </Button>
        ))}
      </div>
    </div>
  )
}
