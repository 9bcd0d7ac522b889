DROP INDEX "auth"."accounts_of_staff";--> statement-breakpoint
DROP INDEX "auth"."links_of_staff";--> statement-breakpoint
DROP INDEX "auth"."notices_of_staff";--> statement-breakpoint
DROP INDEX "auth"."two_factors_of_staff";