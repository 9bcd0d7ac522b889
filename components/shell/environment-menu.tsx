import { Check } from 'lucide-react'
import { usePathname } from 'next/navigation'
import type { RefObject } from 'react'
import { useState } from 'react'
import { Header, Keyboard, MenuItem, MenuSection } from 'react-aria-components'
import { ConfirmDialog } from '#components/patterns/form/confirm-dialog.tsx'
import { ENVIRONMENT_LABELS, EnvironmentMark } from '#components/patterns/page/environment-mark.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { MenuPopover } from '#components/ui/dialog/menu.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { pageName } from './nav.ts'

interface EnvironmentMenuProps {
  trigger: RefObject<HTMLElement | null>
  environments: readonly Environment[]
  current: Environment
  quick: readonly { stroke: string; target: Environment }[]
  onChoose: (environment: Environment) => void
  onClose: () => void
}

export function EnvironmentMenu({ trigger, environments, current, quick, onChoose, onClose }: EnvironmentMenuProps) {
  const choose = (id: string) => {
    const chosen = environments.find((environment) => environment.id === id)
    if (chosen) onChoose(chosen)
  }
  return (
    <MenuPopover
      label="Environment"
      trigger={trigger}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[current.id]}
      onAction={(key) => choose(String(key))}
      className="w-[392px] max-w-[calc(100vw-20px)]"
      onClose={onClose}
      foot="Each environment uses its own API key. Open tabs keep the one they started with."
    >
      <MenuSection>
        <Header className="px-2.5 pt-1.5 pb-1 text-xs font-control text-ink-3">Environment</Header>
        {environments.map((environment) => (
          <MenuItem
            key={environment.id}
            id={environment.id}
            textValue={environment.label}
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control px-2.5 py-2 outline-offset-[-2px] data-focused:bg-hover"
          >
            {({ isSelected }) => (
              <>
                <EnvironmentMark kind={environment.kind} />
                <span className="min-w-0 flex-1">
                  <span className="flex items-baseline gap-2">
                    <span className="truncate font-heading">{environment.label}</span>
                    {environment.id !== environment.label.toLowerCase() && (
                      <Verbatim className="truncate font-mono text-xs text-ink-3">{environment.id}</Verbatim>
                    )}
                  </span>
                  <span className="block text-xs text-ink-2">{ENVIRONMENT_LABELS[environment.kind].long}</span>
                </span>
                {isSelected ? (
                  <Check data-tone="ok" className="shrink-0 text-tone-fg stroke-[2.2]" />
                ) : (
                  <QuickKeys stroke={quick.find(({ target }) => target.id === environment.id)?.stroke} />
                )}
              </>
            )}
          </MenuItem>
        ))}
      </MenuSection>
    </MenuPopover>
  )
}

function QuickKeys({ stroke }: { stroke: string | undefined }) {
  if (!stroke) return null
  return (
    <Keyboard className="hidden gap-1 pointer-fine:rail:flex">
      {stroke.split('+').map((key) => (
        <Kbd key={key}>{key.charAt(0).toUpperCase() + key.slice(1)}</Kbd>
      ))}
    </Keyboard>
  )
}

interface EnterProductionProps {
  environment: Environment
  from: Environment
  onEnter: () => void
  onClose: () => void
}

/** The word is the id, so that of two production environments the right one is meant. On record before it happens. */
export function EnterProduction({ environment, from, onEnter, onClose }: EnterProductionProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const enter = async () => {
    setPending(true)
    setProblem(null)
    try {
      await consoleRequest(reportAction, { body: { action: 'enter_production', environment: environment.id } }, {})
      onEnter()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setProblem(error.message)
      setPending(false)
    }
  }
  return (
    <ConfirmDialog
      title={`Switch to ${environment.label}?`}
      word={environment.id}
      confirm="Switch"
      keep={`Stay in ${from.label}`}
      note={`You stay on ${pageName(usePathname())}.`}
      isPending={isPending}
      edge={<div data-env={environment.kind} className="env-line h-1" />}
      mark={<EnvironmentMark kind={environment.kind} className="size-10" />}
      onConfirm={() => void enter()}
      onClose={onClose}
    >
      <span>You’ll see real patients. Bookings and links you create there reach real people.</span>
      {problem && (
        <Notice kind="bad" alert className="mt-3">
          {problem}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
