'use client'
import { createContext, type ReactNode, useContext } from 'react'
import type { Operation } from '#lib/domains/environments/environment.ts'
import { mayUse, type Role } from '#lib/domains/staff/roles.ts'
import type { Permission } from '#lib/kernel/permissions.ts'

const RoleContext = createContext<Role | null>(null)
const NONE: readonly Operation[] = []
const OperationsContext = createContext(NONE)
const ViewerIdContext = createContext<string | null>(null)

interface RoleProviderProps {
  role: Role | null
  viewer_id?: string | null
  operations?: readonly Operation[] | undefined
  children: ReactNode
}

/** Tells the parts of a page who looks, with which role, null where it couldn't be read, and what the service has. */
export function RoleProvider({ role, viewer_id = null, operations = NONE, children }: RoleProviderProps) {
  return (
    <RoleContext value={role}>
      <OperationsContext value={operations}>
        <ViewerIdContext value={viewer_id}>{children}</ViewerIdContext>
      </OperationsContext>
    </RoleContext>
  )
}

/** Whether the service is known to have an operation that a remote one may lack. */
export const useOffers = (operation: Operation) => useContext(OperationsContext).includes(operation)

/** Whether the service is the embedded one. */
export const useIsEmbedded = () => useOffers('manage_teams')

/** Whether the viewer may use what needs this permission: what they may not use isn't shown. */
export function useMay(permission: Permission | null | undefined): boolean {
  return mayUse(useContext(RoleContext), permission)
}

export const useRole = () => useContext(RoleContext)

/** Returns the viewer's own ID; null where it couldn't be read. */
export const useViewerId = () => useContext(ViewerIdContext)
