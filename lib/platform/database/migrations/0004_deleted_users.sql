DROP INDEX "service"."users_client_user_id";--> statement-breakpoint
ALTER TABLE "service"."users" ADD COLUMN "deleted_from" uuid;--> statement-breakpoint
ALTER TABLE "service"."users" ADD COLUMN "deleted_on" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_deleted" ON "service"."users" USING btree ("deleted_on") WHERE deleted_on is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_client_user_id" ON "service"."users" USING btree ("team_id","client_user_id") WHERE deleted_from is null;