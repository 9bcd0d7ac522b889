/** The tables of sign-in: staff, sessions, second factors, one-time links. The keys of columns are better-auth's names. */
import { boolean, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { REQUEST_PURPOSES, SECOND_FACTOR_AFTER_RESET } from '#lib/domains/staff/staff.ts'
import { authSchema, instant } from '#lib/platform/database/schemas.ts'

const times = {
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
}

export const staff = authSchema.table(
  'staff',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Always in lower case. */
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull(),
    image: text('image'),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    role: text('role', { enum: ROLES }).notNull(),
    environments: text('environments').array(),
    /** Null until the first password is set or the first single sign-on. */
    activatedAt: instant('activated_at'),
    disabledAt: instant('disabled_at'),
    lastSeenAt: instant('last_seen_at'),
    /** When the person last stopped being an active administrator of all environments, or was reset as one. */
    administratorUntil: instant('administrator_until'),
    /** When the person became one; null for who was one before this was noted, or from the start. */
    administratorSince: instant('administrator_since'),
    /** A reset, removal or new email address that another administrator has to consent to. */
    resetRequestedBy: text('reset_requested_by'),
    resetRequestedAt: instant('reset_requested_at'),
    resetSecondFactor: text('reset_second_factor', { enum: SECOND_FACTOR_AFTER_RESET }),
    /** Null for a request of before there were others than resets. */
    resetPurpose: text('reset_purpose', { enum: REQUEST_PURPOSES }),
    resetEmail: text('reset_email'),
    ...times,
  },
  (table) => [uniqueIndex('staff_email').on(table.email)],
)

const staffId = () =>
  text('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' })

/** A token is of use only with its signature, whose key is not in the database. */
export const sessions = authSchema.table(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull(),
    userId: staffId(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    /** Whether the identity provider asked for a second factor; then this console doesn't. */
    identityFactor: boolean('identity_factor').notNull().default(false),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    ...times,
  },
  (table) => [uniqueIndex('sessions_token').on(table.token)],
)

/** A password, or a linked identity without its tokens; so few rows a person that reading all is quick. */
export const accounts = authSchema.table(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: staffId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    ...times,
  },
  (table) => [uniqueIndex('accounts_identity').on(table.providerId, table.accountId)],
)

/** Short-lived: pending second factors and single sign-ons. */
export const verifications = authSchema.table('verifications', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  ...times,
})

/** Secret and recovery codes are encrypted. */
export const twoFactors = authSchema.table('two_factors', {
  id: text('id').primaryKey(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  userId: staffId(),
  verified: boolean('verified').default(true),
  failedVerificationCount: integer('failed_verification_count').default(0),
  lockedUntil: instant('locked_until'),
})

/** Roles that need a second factor by the console's own setting, besides those of the configuration. */
export const factorRoles = authSchema.table('factor_roles', {
  role: text('role', { enum: ROLES }).primaryKey(),
  /** Sessions of before go on without; the next sign-in asks for it. */
  since: instant('since').notNull(),
})

/** One-time links: only their hashes. Without a person it is the link that makes the first administrator. */
export const links = authSchema.table('links', {
  hash: text('hash').primaryKey(),
  staffId: text('staff_id').references(() => staff.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Notices about administrators' actions, for the person concerned and all administrators until seen. */
export const notices = authSchema.table('notices', {
  id: text('id').primaryKey(),
  /** Recipient. */
  staffId: staffId(),
  action: text('action').notNull(),
  /** Person concerned. */
  aboutId: text('about_id'),
  /** Names as they were then. */
  aboutName: text('about_name').notNull(),
  byName: text('by_name').notNull(),
  isAboutReader: boolean('is_about_reader').notNull(),
  at: instant('at').notNull(),
})

/** Tries within a window, by a keyed hash of what is limited: no email that someone typed is kept. Names: rate-limiter-flexible's. */
export const tries = authSchema.table('tries', {
  key: text('key').primaryKey(),
  points: integer('count').notNull(),
  expire: instant('ends_at').notNull(),
})
