DROP INDEX "console"."bookings_in_flight";--> statement-breakpoint
DROP INDEX "console"."critical_start_of_environment";--> statement-breakpoint
DROP INDEX "auth"."tries_end";--> statement-breakpoint
DROP INDEX "auth"."verifications_identifier";