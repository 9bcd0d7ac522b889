'use client'
import { createContext, type ReactNode, useContext } from 'react'
import { mayUse, type Role } from '#lib/domains/staff/roles.ts'
import type { Permission } from '#lib/kernel/permissions.ts'

const RoleContext = createContext<Role | null>(null)

/** Tells the parts of a page the viewer's role; null where it couldn't be read. */
export function RoleProvider({ role, children }: { role: Role | null; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>
}

/** Whether the viewer may use what needs this permission: what they may not use isn't shown. */
export function useMay(permission: Permission | null | undefined): boolean {
  return mayUse(useContext(RoleContext), permission)
}

export const useRole = () => useContext(RoleContext)
