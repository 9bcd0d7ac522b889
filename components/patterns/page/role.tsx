'use client'
import { createContext, type ReactNode, useContext } from 'react'
import { mayUse, type Role } from '#lib/domains/staff/roles.ts'
import type { Permission } from '#lib/kernel/permissions.ts'

const RoleContext = createContext<Role | null>(null)
const EmbeddedContext = createContext(false)

interface RoleProviderProps {
  role: Role | null
  isEmbedded?: boolean
  children: ReactNode
}

/** Tells the parts of a page the viewer's role, null where it couldn't be read, and whose service this is. */
export function RoleProvider({ role, isEmbedded = false, children }: RoleProviderProps) {
  return (
    <RoleContext value={role}>
      <EmbeddedContext value={isEmbedded}>{children}</EmbeddedContext>
    </RoleContext>
  )
}

/** Whether the service is the embedded one, which has all that the specification names. */
export const useIsEmbedded = () => useContext(EmbeddedContext)

/** Whether the viewer may use what needs this permission: what they may not use isn't shown. */
export function useMay(permission: Permission | null | undefined): boolean {
  return mayUse(useContext(RoleContext), permission)
}

export const useRole = () => useContext(RoleContext)
